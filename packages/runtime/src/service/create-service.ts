import { pageVoices, type SpeechService } from '@parlance/core';
import { accountService } from './account-service.ts';
import { reportService } from './report-service.ts';
import type { ServiceParts } from './service-parts.ts';
import { synthesisService } from './synthesis-service.ts';
import { transcriptionService } from './transcription-service.ts';

/** Hands each of an adapter's wishes to its use-case. */
export function createService(parts: ServiceParts): SpeechService {
  return {
    ...synthesisService(parts),
    ...transcriptionService(parts),
    ...accountService(parts),
    ...reportService(parts),
    listVoices: async (query, appId) => pageVoices(parts, query, appId),
  };
}
