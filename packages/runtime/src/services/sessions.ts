import type { AdmitCaller, BalanceCheck, ConcurrencySlots, Credentials } from '@parlance/core/accounts';
import type { AppVocabularies } from '@parlance/core/administration';
import type { AudioCodec } from '@parlance/core/audio';
import type { Clock, RandomSource } from '@parlance/core/platform';
import type { ChooseRecognizer } from '@parlance/core/recognition';
import type { RejectionCounter } from '@parlance/core/reports';
import type { EndWriter } from '@parlance/core/requests';
import type { LiveAdmission } from '@parlance/core/scheduling';
import type { SpeechService } from '@parlance/core/service';
import { createIdleSessionLimiter, openSession } from '@parlance/core/session';
import type { SpeechSettings } from '@parlance/core/settings';
import { openSpeechStream } from '@parlance/core/speech-stream';
import type { SpeechStorage } from '@parlance/core/storage';
import type { LiveSynthesizer } from '@parlance/core/synthesis';
import type { Engines } from '../engines/engines.ts';
import type { LiveMeter } from '../measuring/live-meter.ts';
import { measureSession } from '../measuring/measure-session.ts';
import { measureStream } from '../measuring/measure-stream.ts';
import type { SpeechEvents } from '../speech/speech-events.ts';
import type { VoiceSet } from '../voices/voice-set.ts';

/** Bidirectional connections: recognition of live audio, and speech streams. */
export type Sessions = Pick<SpeechService, 'openSession' | 'openSpeechStream'>;

export interface SessionsNeeds {
  readonly vocabularies: AppVocabularies;
  readonly settings: Pick<SpeechSettings, 'sessionMaxSeconds' | 'inverseTextNormalization'>;
  readonly engines: Pick<Engines, 'recognition'>;
  readonly chooseRecognizer: ChooseRecognizer;
  readonly liveSynthesizer: LiveSynthesizer;
  readonly voices: VoiceSet;
  readonly codec: AudioCodec;
  readonly callers: AdmitCaller;
  readonly recognitionSlots: ConcurrencySlots;
  readonly admission: LiveAdmission;
  readonly seconds: BalanceCheck;
  readonly storage: Pick<SpeechStorage, 'records'>;
  readonly endWriter: EndWriter;
  readonly meter: LiveMeter;
  readonly rejections: RejectionCounter;
  readonly events: SpeechEvents;
  readonly clock: Clock;
  readonly random: RandomSource;
}

export function createSessions(needs: SessionsNeeds): Sessions {
  const { settings, engines, chooseRecognizer, admission, clock, random } = needs;
  const { records } = needs.storage;
  const authenticate = (given: Credentials) => needs.callers.byCredentials({ ...given, access: 'live' });
  const session = {
    authenticate,
    chooseRecognizer,
    likelyEngineId: () => engines.recognition[0]?.id,
    slots: needs.recognitionSlots,
    admission,
    limiter: createIdleSessionLimiter(clock),
    codec: needs.codec,
    vocabularyOf: needs.vocabularies.of,
    maxSeconds: settings.sessionMaxSeconds,
    ...(settings.inverseTextNormalization !== 'none' && { numbersIn: settings.inverseTextNormalization }),
    records,
    seconds: needs.seconds,
    clock,
    random,
    endWriter: needs.endWriter,
  };
  const stream = {
    ...needs.liveSynthesizer,
    authenticate,
    defaultVoice: () => needs.voices.defaultVoice,
    records,
    clock,
  };
  return {
    openSession: (credentials, outlet, options) =>
      measureSession(needs, outlet, (measured) => openSession(session, credentials, measured, options)),
    openSpeechStream: (credentials, outlet) =>
      measureStream(needs, outlet, (measured) => openSpeechStream(stream, credentials, measured)),
  };
}
