import type { App, Credentials } from '@parlance/core/accounts';
import type { RecognizeSpeechPorts } from '@parlance/core/recognition';
import type { SpeechService } from '@parlance/core/service';
import { createIdleSessionLimiter, openSession } from '@parlance/core/session';
import {
  getTranscript,
  submitTranscription,
  transcribeAddress,
  transcribeLive,
  transcribeRecording,
} from '@parlance/core/transcription';
import { withLoadListener } from '../engines/load-listener.ts';
import { recognitionParts, wordTimedParts } from '../engines/recognition-parts.ts';
import { measureSession } from './measure-session.ts';
import type { ServiceParts } from './service-parts.ts';

type TranscriptionMember =
  | 'requireSeconds'
  | 'transcribeLive'
  | 'transcribeAddress'
  | 'transcribeRecording'
  | 'submitTranscription'
  | 'getTranscript'
  | 'openSession';

/** What the shortest recording costs. */
const LEAST_SECONDS = '1';

export function transcriptionService(parts: ServiceParts): Pick<SpeechService, TranscriptionMember> {
  const { settings, engines, storage, egress, clock, random, seconds, reader } = parts;
  const { records, queue, audio, spool } = storage;
  const { admission } = parts.engineMeter;
  const recognition = (language?: string, model?: string) => recognitionParts(engines, language, model);
  const wordTimes = (found: RecognizeSpeechPorts, language: string | undefined) =>
    wordTimedParts(engines, found, { language, field: 'words' });
  const atOnce = {
    recognition,
    wordTimes,
    reader,
    slots: parts.recognitionSlots,
    admission,
    records,
    egress,
    seconds,
    clock,
    random,
    utteranceSilenceMs: settings.utteranceSilenceMs,
  };
  const whole = {
    recognition,
    wordTimes: (found: RecognizeSpeechPorts, language: string | undefined) =>
      wordTimedParts(engines, found, { language, field: 'timestamp_granularities' }),
    reader: parts.recordingReader,
    spool,
    slots: parts.recognitionSlots,
    admission,
    records,
    seconds,
    clock,
    random,
    utteranceSilenceMs: settings.utteranceSilenceMs,
  };
  const submit = {
    recognition,
    wordTimes,
    records,
    queue,
    audio,
    spool,
    reader,
    egress,
    clock,
    random,
    maxWaitingJobs: settings.maxWaitingJobs,
  };
  const session = {
    authenticate: (given: Credentials) => parts.callers.byCredentials({ ...given, access: 'live' }),
    recognition,
    refuseOverload: ({ appId }: App) => {
      // No language is named yet; whoever speaks first is the one that most sessions get.
      const [recognizer] = engines.recognition;
      if (recognizer !== undefined) admission.admit(recognizer.id, { lane: 'final', turn: appId });
    },
    slots: parts.recognitionSlots,
    limiter: createIdleSessionLimiter(clock),
    codec: parts.codec,
    maxSeconds: settings.sessionMaxSeconds,
    ...(settings.inverseTextNormalization !== 'none' && { numbersIn: settings.inverseTextNormalization }),
    records,
    seconds,
    clock,
    random,
    onUnrecorded: (error: unknown) => void parts.events.emit('background-error', error),
  };
  return {
    requireSeconds: (appId) => seconds.cover(appId, LEAST_SECONDS),
    transcribeLive: (wav, app, options) =>
      withLoadListener(options?.onLoad, async () => transcribeLive(atOnce, wav, app, options)),
    transcribeAddress: (url, app, options) =>
      withLoadListener(options?.onLoad, async () => transcribeAddress(atOnce, url, app, options)),
    async transcribeRecording(bytes, app, options) {
      parts.assertOpen();
      return withLoadListener(options?.onLoad, () => transcribeRecording(whole, bytes, app, options));
    },
    async submitTranscription(recording, app, options) {
      parts.assertOpen();
      return submitTranscription(submit, recording, app, options);
    },
    getTranscript: (transcriptId, app) => getTranscript({ records }, transcriptId, app),
    openSession: (credentials, outlet, options) =>
      measureSession(parts, outlet, (measured) => openSession(session, credentials, measured, options)),
  };
}
