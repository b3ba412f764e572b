import { LIMITS, type RecognitionEvent, recognizeSpeech, SpeechError } from '@parlance/core';
import { listeningParts } from '../plugins/listening.ts';
import { observed } from './observed.ts';
import { samplesOf } from './pcm-input.ts';
import type { ListenOptions, PcmPiece } from './speech.ts';
import { callSignal, type SpeechParts } from './speech-parts.ts';

/** @throws SpeechError `INVALID_INPUT`, `LANGUAGE_NOT_SUPPORTED`, `QUEUE_FULL`, `SHUTTING_DOWN`, `ABORTED` or an engine's code */
export async function* listen(
  parts: SpeechParts,
  audio: AsyncIterable<PcmPiece>,
  options: ListenOptions,
): AsyncGenerator<RecognitionEvent, void, undefined> {
  const ports = listeningParts(parts.engines, options.language);
  const speechCompleteTimeoutMs =
    options.speechCompleteTimeoutMs ?? LIMITS.session.defaultSpeechCompleteTimeoutMs;
  refuseOutOfRange(speechCompleteTimeoutMs);
  parts.admission.admit(ports.recognizer.id, { lane: 'final' });
  const samples = samplesOf(audio, {
    codec: parts.codec,
    fromHz: options.sampleRateHz,
    toHz: ports.recognizer.capabilities.sampleRateHz,
  });
  const events = recognizeSpeech(ports, samples, {
    speechCompleteTimeoutMs,
    interimResults: options.interimResults ?? false,
    signal: callSignal(parts, options.signal),
  });
  yield* observed({ requestId: parts.random.id(), kind: 'listening', signal: options.signal }, events, parts);
}

function refuseOutOfRange(timeoutMs: number): void {
  const { minSpeechCompleteTimeoutMs: min, maxSpeechCompleteTimeoutMs: max } = LIMITS.session;
  if (timeoutMs >= min && timeoutMs <= max) return;
  throw new SpeechError(
    'INVALID_INPUT',
    `speechCompleteTimeoutMs must be a number from ${min} to ${max}; got ${timeoutMs}.`,
    { field: 'speechCompleteTimeoutMs' },
  );
}
