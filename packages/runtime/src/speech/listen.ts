import { SpeechError } from '@parlance/core/errors';
import {
  type RecognitionEvent,
  recognizeSpeech,
  utteranceOf,
  withVocabulary,
} from '@parlance/core/recognition';
import { listenCallInput } from '@parlance/core/service';
import { createVocabulary } from '@parlance/core/vocabulary';
import { chooseRecognizer } from '../engines/choose-recognizer.ts';
import { isAsyncIterable, parseCall } from './call-options.ts';
import { observed } from './observed.ts';
import { samplesOf } from './pcm-input.ts';
import type { ListenOptions, PcmPiece } from './speech.ts';
import type { SpeechParts } from './speech-parts.ts';

/** @throws SpeechError `INVALID_INPUT`, `LANGUAGE_NOT_SUPPORTED`, `QUEUE_FULL`, `SHUTTING_DOWN`, `ABORTED` or an engine's code */
export async function* listen(
  parts: SpeechParts,
  audio: AsyncIterable<PcmPiece>,
  options: ListenOptions,
): AsyncGenerator<RecognitionEvent, void, undefined> {
  const parsed = parseCall(listenCallInput, options);
  const { sampleRateHz, language, words, vocabulary, signal, ...settings } = parsed;
  if (!isAsyncIterable(audio)) {
    throw new SpeechError(
      'INVALID_INPUT',
      'audio must be an async iterable of PCM chunks, such as a stream.',
      {
        field: 'audio',
      },
    );
  }
  const chosen = chooseRecognizer(parts.engines, { language, wordTimesField: words ? 'words' : undefined });
  const recognizer = withVocabulary(chosen, createVocabulary(vocabulary), language);
  parts.admission.admit(recognizer.engine.id, { lane: 'final' });
  const samples = samplesOf(audio, {
    codec: parts.codec,
    fromHz: sampleRateHz,
    toHz: recognizer.engine.capabilities.sampleRateHz,
  });
  using call = parts.calls.begin(signal);
  const heard = recognizeSpeech(recognizer, samples, { ...settings, signal: call.signal });
  const events = until(call.signal, words ? withWords(heard) : heard);
  yield* observed({ requestId: parts.random.id(), kind: 'listening', signal }, events, parts);
}

async function* withWords(
  events: AsyncIterable<RecognitionEvent>,
): AsyncGenerator<RecognitionEvent, void, undefined> {
  for await (const event of events) {
    if (event.type !== 'transcript-final') yield event;
    else {
      const { words } = utteranceOf(event);
      yield words === undefined ? event : { ...event, words };
    }
  }
}

/** Returns nothing after the abort, even if it was found before. Unlike `abortable`, it waits for the end of its source. */
async function* until<Item>(
  signal: AbortSignal,
  items: AsyncIterable<Item>,
): AsyncGenerator<Item, void, undefined> {
  for await (const item of items) {
    if (signal.aborted) throw SpeechError.aborted(signal);
    yield item;
  }
  if (signal.aborted) throw SpeechError.aborted(signal);
}
