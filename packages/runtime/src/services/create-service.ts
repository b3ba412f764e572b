import type { Sealer } from '@parlance/core/platform';
import type { AdminService, SpeechService, UsableModel } from '@parlance/core/service';
import { filterVoices, pageVoices, type VoiceCatalogue } from '@parlance/core/voices';
import type { Engines } from '../engines/engines.ts';
import { alignerFor, tellsWordTimes } from '../engines/word-times.ts';
import type { VoiceSet } from '../voices/voice-set.ts';
import type { Accounts } from './accounts.ts';
import type { Jobs } from './jobs.ts';
import type { LiveSpeech } from './live-speech.ts';
import type { Reports } from './reports.ts';
import type { Sessions } from './sessions.ts';

export interface ServiceNeeds {
  readonly liveSpeech: LiveSpeech;
  readonly jobs: Jobs;
  readonly sessions: Sessions;
  readonly accounts: Accounts;
  readonly reports: Reports;
  readonly administration: AdminService;
  readonly engines: Engines;
  readonly catalogue: VoiceCatalogue;
  readonly voices: VoiceSet;
  readonly sealer: Sealer;
}

/** Combines all operations that adapters call. */
export function createService(needs: ServiceNeeds): SpeechService {
  const { engines, catalogue, voices, sealer } = needs;
  return {
    ...needs.liveSpeech,
    ...needs.jobs,
    ...needs.sessions,
    ...needs.accounts,
    ...needs.reports,
    admin: needs.administration,
    listVoices: async (query, appId) =>
      pageVoices(catalogue, sealer, { query, appId, realtimeVoices: voices.realtimeVoices }),
    usableVoices: async (appId) => filterVoices(catalogue.voices, {}, appId),
    usableModels: () => [
      ...modelsOf(engines.synthesis, 'synthesis', () => ({})),
      ...modelsOf(engines.recognition, 'recognition', (recognizer) => ({
        languages: recognizer.capabilities.languages,
        wordTimes: tellsWordTimes(engines, recognizer),
      })),
    ],
    findsWordTimes: (languageCode) => alignerFor(engines, languageCode) !== undefined,
  };
}

function modelsOf<Engine extends { readonly id: string; readonly model?: string | undefined }>(
  engines: readonly Engine[],
  task: UsableModel['task'],
  more: (engine: Engine) => Pick<UsableModel, 'languages' | 'wordTimes'>,
): readonly UsableModel[] {
  return engines.flatMap((engine) =>
    engine.model === undefined ? [] : [{ id: engine.model, task, engine: engine.id, ...more(engine) }],
  );
}
