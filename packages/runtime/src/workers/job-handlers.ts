import { createHousekeeping, endLostLive } from '@parlance/core/maintenance';
import type { RecognizeSpeechPorts } from '@parlance/core/recognition';
import type { JobHandler } from '@parlance/core/requests';
import { runSynthesisJob } from '@parlance/core/synthesis';
import { runTranscriptionJob } from '@parlance/core/transcription';
import { deliverWebhook } from '@parlance/core/webhooks';
import { recognitionParts, wordTimedParts } from '../engines/recognition-parts.ts';
import { synthesisParts } from '../engines/synthesis-parts.ts';
import type { ServiceParts } from '../service/service-parts.ts';
import type { JobHandlers } from './workers.ts';

const MS_IN_SECOND = 1000;

/** What the workers of a service do. */
export function createJobHandlers(parts: ServiceParts): JobHandlers {
  return {
    synthesis: synthesisHandler(parts),
    transcription: transcriptionHandler(parts),
    'webhook-delivery': deliveryHandler(parts),
    housekeeping: housekeepingHandler(parts),
  };
}

function synthesisHandler(parts: ServiceParts): JobHandler {
  const { storage, events } = parts;
  const ports = {
    ...synthesisParts(parts),
    records: storage.records,
    audio: storage.audio,
    catalogue: parts.catalogue,
    clock: parts.clock,
    ends: parts.ends,
    onProgress: (progress: { requestId: string; doneCharacters: number; characters: number }) =>
      void events.emit('synthesis-progress', progress),
  };
  return (id, context) => runSynthesisJob(ports, id, context);
}

function transcriptionHandler(parts: ServiceParts): JobHandler {
  const { storage, engines } = parts;
  const ports = {
    records: storage.records,
    audio: storage.audio,
    spool: storage.spool,
    reader: parts.reader,
    egress: parts.egress,
    clock: parts.clock,
    recognition: (language?: string) => recognitionParts(engines, language),
    wordTimes: (found: RecognizeSpeechPorts, language: string | undefined) =>
      wordTimedParts(engines, found, { language, field: 'words' }),
    utteranceSilenceMs: parts.settings.utteranceSilenceMs,
  };
  return (id, context) => runTranscriptionJob(ports, id, context);
}

function deliveryHandler(parts: ServiceParts): JobHandler {
  const ports = {
    records: parts.storage.records,
    egress: parts.egress,
    linkTo: (objectName: string) => parts.links.linkTo(objectName),
    clock: parts.clock,
    chance: Math.random,
    retryDelaysMs: parts.settings.webhookRetrySeconds?.map((seconds) => seconds * MS_IN_SECOND),
  };
  return (id, context) => deliverWebhook(ports, id, context);
}

function housekeepingHandler({ storage, settings, clock, sweepOrphans }: ServiceParts): JobHandler {
  const { records, audio, queue, sharedLimits: shared } = storage;
  const ports = { records, audio, queue, clock, shared, sweepOrphans, retention: settings.retention };
  const runHousekeeping = createHousekeeping(ports);
  return async (_id, context) => {
    await endLostLive(ports);
    await runHousekeeping(context);
  };
}
