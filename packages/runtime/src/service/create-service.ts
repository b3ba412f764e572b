import type { SpeechService, UsableModel } from '@parlance/core/service';
import { filterVoices, pageVoices } from '@parlance/core/voices';
import { accountService } from './account-service.ts';
import { adminService } from './admin-service.ts';
import { reportService } from './report-service.ts';
import type { ServiceParts } from './service-parts.ts';
import { synthesisService } from './synthesis-service.ts';
import { transcriptionService } from './transcription-service.ts';

/** Hands each call of an adapter to its use case. */
export function createService(parts: ServiceParts): SpeechService {
  return {
    ...synthesisService(parts),
    ...transcriptionService(parts),
    ...accountService(parts),
    ...reportService(parts),
    admin: adminService(parts),
    listVoices: async (query, appId) =>
      pageVoices(
        { catalogue: parts.catalogue, sealer: parts.sealer, realtimeVoices: parts.voices.realtimeVoices },
        query,
        appId,
      ),
    usableVoices: async (appId) => filterVoices(parts.catalogue.voices, {}, appId),
    usableModels: () => [
      ...modelsOf(parts.engines.synthesis, 'synthesis'),
      ...modelsOf(parts.engines.recognition, 'recognition'),
    ],
  };
}

function modelsOf(
  engines: readonly {
    readonly id: string;
    readonly model?: string | undefined;
    readonly capabilities: { readonly concurrency: number; readonly languages?: readonly string[] };
  }[],
  task: UsableModel['task'],
): readonly UsableModel[] {
  return engines.flatMap(({ id: engine, model, capabilities: { languages } }) =>
    model === undefined ? [] : [{ id: model, task, engine, ...(languages && { languages }) }],
  );
}
