import loadEspeakNg from '@echogarden/espeak-ng-emscripten';
import { SpeechError } from '@parlance/core/errors';

export interface Utterance {
  readonly text: string;
  readonly espeakVoice: string;
  readonly wordsPerMinute: number;
  readonly pitchRange: number;
}

/** An event that eSpeak NG reports during synthesis. */
export interface SpeechEvent {
  /** `word`, `phoneme` and others. */
  readonly type: string;
  /** In code points, counted from 1. */
  readonly text_position: number;
  /** In milliseconds from the first sample. */
  readonly audio_position: number;
  /** For a phoneme its name, empty for a pause; for a word its number. */
  readonly id?: string | number;
}

/** One instance of eSpeak NG, in its own memory. */
export interface Speaker {
  readonly sampleRateHz: number;
  /**
   * Synthesizes one utterance as if it were the first, without any trace of an earlier one.
   *
   * @param onSamples called with 16-bit samples, which it owns, and the events that begin in them; returns whether to continue
   * @throws SpeechError `ENGINE_FAILED`, after which it must not be used again
   */
  speak(
    utterance: Utterance,
    onSamples: (samples: Int16Array, events: readonly SpeechEvent[]) => boolean,
  ): void;
}

/** eSpeak NG initializes part of its memory with the first words that it speaks. */
const FIRST: Utterance = { text: 'One.', espeakVoice: 'en-us', wordsPerMinute: 175, pitchRange: 50 };

/** Longer than any unit, in bytes of UTF-8. */
const MAX_TEXT_BYTES = 65_536;

/** @throws SpeechError `ENGINE_LOAD_FAILED` for another rate */
export async function createSpeaker(sampleRateHz: number): Promise<Speaker> {
  const module = await loadEspeakNg({ print() {}, printErr() {} });
  const espeak = withoutTime(() => new module.eSpeakNGWorker());
  const actualRateHz = espeak.get_samplerate();
  if (actualRateHz !== sampleRateHz) {
    throw new SpeechError(
      'ENGINE_LOAD_FAILED',
      `eSpeak NG speaks at ${actualRateHz} Hz; its voices are declared with ${sampleRateHz} Hz.`,
      { actualRateHz, sampleRateHz },
    );
  }
  const speak: Speaker['speak'] = ({ text, espeakVoice, wordsPerMinute, pitchRange }, onSamples) => {
    if (espeak.set_voice(espeakVoice) !== 0) {
      throw new SpeechError('ENGINE_FAILED', `eSpeak NG has no voice ${espeakVoice}.`, { espeakVoice });
    }
    espeak.set_rate(wordsPerMinute);
    espeak.set_range(pitchRange);
    espeak.synthesize(text, (samples, events) => !onSamples(samples, events));
  };
  // The module's JavaScript keeps the address of a buffer for texts, and allocates a new one for a longer text. Memory is restored without it,
  // so a later buffer would be where eSpeak NG allocates its own memory, and the text would change while it is spoken. This
  // makes the buffer large enough once and for all; the next call puts it in place.
  speak({ ...FIRST, text: ' '.repeat(MAX_TEXT_BYTES) }, () => true);
  speak(FIRST, () => true);
  const fresh = module.HEAPU8.slice();
  return {
    sampleRateHz,
    speak(utterance, onSamples) {
      // Breath and jitter would continue from one utterance to the next, and so would a fault. Copying the whole memory takes 4 ms.
      module.HEAPU8.set(fresh);
      module.HEAPU8.fill(0, fresh.length);
      speak(utterance, onSamples);
    },
  };
}

/** eSpeak NG seeds the noise of its voices with the time when it starts, so that each instance would sound differently. */
function withoutTime<Value>(start: () => Value): Value {
  const { now } = Date;
  Date.now = () => 0;
  try {
    return start();
  } finally {
    Date.now = now;
  }
}
