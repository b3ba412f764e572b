import { createOrphanSweep } from '@parlance/core/maintenance';
import { createRequestEnds } from '@parlance/core/requests';
import { createAudioLinks } from '@parlance/core/synthesis';
import { createLedgerFiles } from '@parlance/storage';
import type { DependencyContainer } from 'tsyringe';
import { chooseRecognizer as chooseAmong } from '../engines/choose-recognizer.ts';
import { createSpeechSynthesizer } from '../engines/speech-synthesizer.ts';
import { createLiveMeter } from '../measuring/live-meter.ts';
import { createAccounts } from '../services/accounts.ts';
import { createAdministration } from '../services/administration.ts';
import { createService } from '../services/create-service.ts';
import { createDemoRenderer } from '../services/demo-renderer.ts';
import { createJobs } from '../services/jobs.ts';
import { createLiveSpeech } from '../services/live-speech.ts';
import { createLiveSynthesizer } from '../services/live-synthesizer.ts';
import { createNodeStatus } from '../services/node-status.ts';
import { createReports } from '../services/reports.ts';
import { createSessions } from '../services/sessions.ts';
import { createJobHandlers } from '../workers/job-handlers.ts';
import { backgroundClock } from './background-clock.ts';
import { provide } from './provide.ts';
import { TOKENS } from './tokens.ts';

/** The services, and the parts that they share. */
export function composeServices(
  parts: DependencyContainer,
  publicUrl: () => Promise<string | undefined>,
): void {
  const { settings, clock, random, events, assertOpen } = TOKENS;
  const { engines, engineMeter, admission, chooseRecognizer, catalogue, voices, library, codec } = TOKENS;
  const { storage, egress, links, ends, sealer, tokens, callers, meter, rejections, seconds } = TOKENS;
  const { vocabularies } = TOKENS;
  const { synthesizer, liveSynthesizer, demos, uploadReader, recordingReader, recognitionSlots } = TOKENS;

  provide(parts, synthesizer, createSpeechSynthesizer, { engines, catalogue, codec, settings });
  provide(
    parts,
    chooseRecognizer,
    ({ engines }) =>
      (wish) =>
        chooseAmong(engines, wish),
    { engines },
  );
  provide(parts, demos, (needs) => createDemoRenderer(needs.synthesizer), { synthesizer });
  provide(parts, meter, createLiveMeter, {});
  provide(parts, ends, createRequestEnds, {});
  provide(parts, links, (needs) => createAudioLinks({ ...needs, audio: needs.storage.audio, publicUrl }), {
    sealer,
    clock,
    storage,
  });
  provide(
    parts,
    TOKENS.sweepOrphans,
    ({ storage: { records, audio }, clock }) => createOrphanSweep({ records, audio, clock }),
    { storage, clock },
  );
  provide(parts, TOKENS.ledgerFiles, ({ storage: { audio } }) => createLedgerFiles(audio), { storage });
  provide(parts, liveSynthesizer, createLiveSynthesizer, {
    vocabularies,
    settings,
    synthesizer,
    voices,
    transcoder: TOKENS.transcoder,
    synthesisSlots: TOKENS.synthesisSlots,
    admission,
    liveCredits: TOKENS.liveCredits,
    random,
  });

  provide(parts, TOKENS.liveSpeech, createLiveSpeech, {
    vocabularies,
    settings,
    liveSynthesizer,
    demos,
    chooseRecognizer,
    uploadReader,
    recordingReader,
    recognitionSlots,
    admission,
    seconds,
    storage,
    egress,
    meter,
    clock,
    random,
    assertOpen,
  });
  provide(parts, TOKENS.sessions, createSessions, {
    vocabularies,
    settings,
    engines,
    chooseRecognizer,
    liveSynthesizer,
    voices,
    codec,
    callers,
    recognitionSlots,
    admission,
    seconds,
    storage,
    endWriter: TOKENS.endWriter,
    meter,
    rejections,
    events,
    clock,
    random,
  });
  provide(parts, TOKENS.jobs, createJobs, {
    vocabularies,
    settings,
    synthesizer,
    chooseRecognizer,
    uploadReader,
    storage,
    egress,
    links,
    ends,
    clock,
    random,
    assertOpen,
  });
  provide(parts, TOKENS.jobHandlers, createJobHandlers, {
    vocabularies,
    settings,
    synthesizer,
    chooseRecognizer,
    uploadReader,
    storage,
    egress,
    links,
    ends,
    sweepOrphans: TOKENS.sweepOrphans,
    ledgerFiles: TOKENS.ledgerFiles,
    events,
    clock,
    random,
  });
  provide(parts, TOKENS.accounts, createAccounts, {
    vocabularies,
    settings,
    callers,
    tokens,
    sealer,
    storage,
    clock,
    random,
  });
  provide(parts, TOKENS.reports, createReports, {
    storage,
    sealer,
    clock,
    random,
    rejections,
    engineMeter,
    segmentCache: TOKENS.segmentCache,
    endWriter: TOKENS.endWriter,
    events,
    storageWatch: TOKENS.storageWatch,
    readiness: TOKENS.readiness,
  });
  provide(parts, TOKENS.nodeStatus, (needs) => createNodeStatus({ ...needs, clock: backgroundClock }), {
    storage,
    engineMeter,
    meter,
    reports: TOKENS.reports,
    events,
    random,
    roles: TOKENS.roles,
  });
  provide(parts, TOKENS.administration, createAdministration, {
    settings,
    nodeStatus: TOKENS.nodeStatus,
    synthesizer,
    chooseRecognizer,
    engines,
    engineMeter,
    voices,
    library,
    catalogue,
    storage,
    sealer,
    tokens,
    keys: TOKENS.keys,
    links,
    ledgerFiles: TOKENS.ledgerFiles,
    meter,
    clock,
    random,
  });
  provide(parts, TOKENS.service, createService, {
    liveSpeech: TOKENS.liveSpeech,
    jobs: TOKENS.jobs,
    sessions: TOKENS.sessions,
    accounts: TOKENS.accounts,
    reports: TOKENS.reports,
    administration: TOKENS.administration,
    engines,
    catalogue,
    voices,
    sealer,
  });
}
