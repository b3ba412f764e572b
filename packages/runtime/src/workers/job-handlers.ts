import type { AppVocabularies } from '@parlance/core/administration';
import type { AudioReader } from '@parlance/core/audio';
import { createHousekeeping, type LedgerArchiveOutcome, type OrphanSweep } from '@parlance/core/maintenance';
import type { Clock, RandomSource } from '@parlance/core/platform';
import type { ChooseRecognizer } from '@parlance/core/recognition';
import type { Egress, JobHandler, RequestEnds } from '@parlance/core/requests';
import type { SpeechSettings } from '@parlance/core/settings';
import type { LedgerFiles, SpeechStorage } from '@parlance/core/storage';
import { type AudioLinks, runSynthesisJob, type SpeechSynthesizer } from '@parlance/core/synthesis';
import { runTranscriptionJob } from '@parlance/core/transcription';
import { deliverWebhook } from '@parlance/core/webhooks';
import { measureTo } from '../measuring/measure.ts';
import type { SpeechEvents } from '../speech/speech-events.ts';
import type { JobHandlers } from './workers.ts';

export interface JobHandlerNeeds {
  readonly vocabularies: AppVocabularies;
  readonly settings: SpeechSettings;
  readonly synthesizer: SpeechSynthesizer;
  readonly chooseRecognizer: ChooseRecognizer;
  readonly uploadReader: AudioReader;
  readonly storage: SpeechStorage;
  readonly egress: Egress;
  readonly links: AudioLinks;
  readonly ends: RequestEnds;
  readonly sweepOrphans: OrphanSweep;
  readonly events: SpeechEvents;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly ledgerFiles: LedgerFiles;
}

const MS_IN_SECOND = 1000;

/** Creates the job handlers of a service's workers. */
export function createJobHandlers(needs: JobHandlerNeeds): JobHandlers {
  return {
    synthesis: synthesisHandler(needs),
    transcription: transcriptionHandler(needs),
    'webhook-delivery': deliveryHandler(needs),
    housekeeping: housekeepingHandler(needs),
  };
}

function synthesisHandler(needs: JobHandlerNeeds): JobHandler {
  const { storage, events } = needs;
  const work = {
    ...needs.synthesizer,
    records: storage.records,
    audio: storage.audio,
    clock: needs.clock,
    ends: needs.ends,
    onProgress: (progress: { requestId: string; doneCharacters: number; characters: number }) =>
      void events.emit('synthesis-progress', progress),
  };
  return (id, context) => runSynthesisJob(work, id, context);
}

function transcriptionHandler(needs: JobHandlerNeeds): JobHandler {
  const { storage } = needs;
  const work = {
    records: storage.records,
    audio: storage.audio,
    spool: storage.spool,
    reader: needs.uploadReader,
    egress: needs.egress,
    clock: needs.clock,
    chooseRecognizer: needs.chooseRecognizer,
    vocabularyOf: needs.vocabularies.of,
    utteranceSilenceMs: needs.settings.utteranceSilenceMs,
  };
  return (id, context) => runTranscriptionJob(work, id, context);
}

function deliveryHandler(needs: JobHandlerNeeds): JobHandler {
  const sender = {
    records: needs.storage.records,
    egress: needs.egress,
    linkTo: (objectName: string) => needs.links.linkTo(objectName),
    clock: needs.clock,
    chance: Math.random,
    retryDelaysMs: needs.settings.webhookRetrySeconds?.map((seconds) => seconds * MS_IN_SECOND),
  };
  return (id, context) => deliverWebhook(sender, id, context);
}

function housekeepingHandler(needs: JobHandlerNeeds): JobHandler {
  const { storage, settings, clock, random, sweepOrphans, ledgerFiles, events } = needs;
  const { records, audio, queue, sharedLimits } = storage;
  const measure = measureTo(events);
  const store = {
    records,
    audio,
    queue,
    clock,
    random,
    sharedLimits,
    ledgerFiles,
    retention: settings.retention,
    onOutcome: (outcome: LedgerArchiveOutcome) => measure({ type: 'ledger-archive', ...outcome }),
    onError: (error: unknown) => void events.emit('background-error', error),
  };
  const runHousekeeping = createHousekeeping(store, sweepOrphans);
  return async (_id, context) => {
    await runHousekeeping(context);
  };
}
