import { mannerOf, type Voice } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { LIMITS } from '@parlance/core/limits';
import { growingSpeakCallInput, speakCallInputs } from '@parlance/core/service';
import {
  chooseFormat,
  type GrowingText,
  readScript,
  requireWordTimes,
  type SpeechOrder,
  schemaFor,
  synthesizeSpeech,
  type TimedWord,
} from '@parlance/core/synthesis';
import { countChars } from '@parlance/core/text';
import { createVocabulary } from '@parlance/core/vocabulary';
import { createSpeechSynthesizer } from '../engines/speech-synthesizer.ts';
import { isAsyncIterable, parseCall } from './call-options.ts';
import { countText } from './growing-text.ts';
import { observed } from './observed.ts';
import type { SpeakOptions } from './speech.ts';
import type { SpeechParts } from './speech-parts.ts';
import { createSpokenAudio, type SpeechMark, type SpokenAudio } from './spoken-audio.ts';

/** @throws SpeechError `INVALID_INPUT`, `VOICE_NOT_FOUND` */
export function speak(parts: SpeechParts, text: string | GrowingText, options: SpeakOptions): SpokenAudio {
  const growing = isAsyncIterable(text) ? countText(text) : undefined;
  const whole =
    growing === undefined ? parseCall(schemaFor(speakCallInputs, options), options, { text }) : undefined;
  const input = whole ?? parseCall(growingSpeakCallInput, options);
  const { signal, latency = parts.settings.latency, cache, clientPause: pauses } = input;
  const voice = parts.catalogue.find(input.voiceCode ?? requireDefaultVoice(parts), undefined);
  const format = chooseFormat(input, voice);
  const synthesizer = createSpeechSynthesizer(parts);
  const requestId = parts.random.id();
  const isSsml = whole?.textType === 'ssml';
  let characters = isSsml ? 0 : countChars(whole?.text ?? '');
  if (input.timings !== undefined) requireWordTimes(synthesizer.alignerFor, voice);
  let warnings: readonly string[] = [];
  const words: TimedWord[] = [];
  const marks: SpeechMark[] = [];
  const terms = createVocabulary(input.vocabulary)?.readings;
  const textOf = async (): Promise<SpeechOrder['text']> => {
    if (!isSsml) return growing?.pieces ?? whole?.text ?? '';
    const { maxBatchTextChars: maxChars } = LIMITS.synthesis;
    const script = await readScript(synthesizer, whole.text, { voice, appId: undefined, maxChars, pauses });
    ({ characters, warnings } = script);
    return script;
  };
  async function* spoken(streaming: boolean): AsyncGenerator<Uint8Array, void, undefined> {
    using call = parts.calls.begin(signal);
    const spokenText = await textOf();
    // Callers that request a whole file wait for it anyway.
    if (streaming) parts.admission.admit(firstVoice(spokenText, voice).engine, { lane: 'first' });
    yield* synthesizeSpeech(
      synthesizer,
      {
        text: spokenText,
        voice,
        format,
        ...mannerOf(input),
        pauses,
        terms,
        latency,
        streaming,
        reuse: cache ?? characters <= parts.settings.liveTextMaxChars,
        onMark: (name, seconds) => marks.push({ name, seconds }),
        onWords: input.timings && ((found) => words.push(...found)),
      },
      call.signal,
    );
  }
  return createSpokenAudio({
    requestId,
    voice,
    format,
    read: () => ({ characters: growing?.characters ?? characters, warnings, marks, words }),
    start: ({ streaming }) => observed({ requestId, kind: 'synthesis', signal }, spoken(streaming), parts),
  });
}

/** The voice of the first words, for whose engine they wait. */
function firstVoice(text: SpeechOrder['text'], ofRequest: Voice): Voice {
  if (typeof text === 'string' || !('passages' in text)) return ofRequest;
  return text.passages[0]?.delivery.voice ?? ofRequest;
}

/** @throws SpeechError `ENGINE_UNAVAILABLE` if there are no voices */
function requireDefaultVoice({ voices }: SpeechParts): string {
  if (voices.defaultVoice !== undefined) return voices.defaultVoice;
  throw new SpeechError(
    'ENGINE_UNAVAILABLE',
    'No plugin of this service synthesizes speech; add one to plugins.',
  );
}
