import loadEspeakNg from '@echogarden/espeak-ng-emscripten';
import { SpeechError } from '@parlance/core/errors';

export interface Utterance {
  readonly text: string;
  readonly espeakVoice: string;
  readonly wordsPerMinute: number;
  readonly pitchRange: number;
}

/** What eSpeak NG tells of its speech while it is at it. */
export interface SpeechEvent {
  /** `word`, `phoneme` and others. */
  readonly type: string;
  /** In code points, from 1. */
  readonly text_position: number;
  /** In milliseconds from the first sample. */
  readonly audio_position: number;
  /** Of a phoneme its name, empty for a pause; of a word its number. */
  readonly id?: string | number;
}

/** One eSpeak NG, in memory of its own. */
export interface Speaker {
  readonly sampleRateHz: number;
  /**
   * Speaks one utterance as if it were the first: no trace of an earlier one is left.
   *
   * @param onSamples given 16-bit samples, the receiver's own, and what begins in them; answers whether to go on
   * @throws SpeechError `ENGINE_FAILED`, after which it must not be used again
   */
  speak(
    utterance: Utterance,
    onSamples: (samples: Int16Array, events: readonly SpeechEvent[]) => boolean,
  ): void;
}

/** eSpeak NG sets up part of its memory with the first words it says. */
const FIRST: Utterance = { text: 'One.', espeakVoice: 'en-us', wordsPerMinute: 175, pitchRange: 50 };

/** Longer than any text that is spoken, in bytes of UTF-8. */
const MAX_TEXT_BYTES = 65_536;

/** @throws SpeechError `ENGINE_LOAD_FAILED` for another rate */
export async function createSpeaker(sampleRateHz: number): Promise<Speaker> {
  const module = await loadEspeakNg({ print() {}, printErr() {} });
  const espeak = new module.eSpeakNGWorker();
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
  // The module's JavaScript keeps the address of a buffer for texts, and takes a new one when a text is longer. Memory is put back below it,
  // so a buffer that came later would lie where eSpeak NG takes its own memory from, and the text would change while it is spoken. This
  // makes the buffer large enough for good; the next call puts it in place.
  speak({ ...FIRST, text: ' '.repeat(MAX_TEXT_BYTES) }, () => true);
  speak(FIRST, () => true);
  const fresh = module.HEAPU8.slice();
  return {
    sampleRateHz,
    speak(utterance, onSamples) {
      // Its breath and jitter go on from one utterance to the next, and so would a fault. Copying it all takes 4 ms.
      module.HEAPU8.set(fresh);
      module.HEAPU8.fill(0, fresh.length);
      speak(utterance, onSamples);
    },
  };
}
