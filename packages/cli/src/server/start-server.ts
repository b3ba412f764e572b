import { SpeechError } from '@parlance/core/errors';
import { didYouMean } from '@parlance/core/input';
import { systemClock } from '@parlance/core/platform';
import type { ServerSettings } from '@parlance/core/settings';
import type { SpeechServer } from '@parlance/http';
import { createSpeech, type Speech } from '@parlance/runtime';
import type { DurableStorage } from '@parlance/storage-sql';
import { type DataFolder, openDataFolder } from '@parlance/storage-sql/data-folder';
import type { RealtimeEndpoint } from '@parlance/websocket';
import { collectGarbage } from '@parlance/worker-kit/garbage';
import type { Logger } from 'pino';
import { addedPacksFolder, speechOptionsOf } from '../settings/speech-options.ts';
import { openAdminToken } from '../storage/admin-credentials.ts';
import { createDefaultsRecorder } from '../storage/defaults-recorder.ts';
import { describeStep } from '../storage/describe-step.ts';
import { readDefaults, recordDefaults } from '../storage/recorded-defaults.ts';
import { eraseServerRecord, keepServerRecord } from '../storage/server-record.ts';
import { createModelProgressBars } from '../terminal/model-progress-bars.ts';
import { tellRepeatedOnce } from '../terminal/repeated-errors.ts';
import { earlyProbes } from './early-probes.ts';
import { type FirstStart, prepareFirstStart } from './first-start.ts';
import type { TcpPort } from './open-tcp-ports.ts';
import { openTracing } from './open-tracing.ts';
import { once, repeatWhileAway } from './repeat-while-away.ts';
import { readTlsFiles, watchTlsFiles } from './tls-files.ts';
import { createUndoList } from './undo-list.ts';
import { findWorkingVoice } from './working-voice.ts';

export interface RunningService {
  /** The address that callers use. */
  readonly url: string;
  /** Protocols on their own ports. */
  readonly tcpPorts: readonly Pick<TcpPort, 'name' | 'url'>[];
  /** Present at the first start on a database. */
  readonly firstStart: FirstStart | undefined;
  /** Code of a voice that works; `undefined`: none does, or this process answers no callers. */
  readonly voiceCode: string | undefined;
  /** What could not be downloaded or loaded, one line each. */
  readonly problems: readonly string[];
  /** From now on `/readyz` reports that it is not ready, but calls are still answered. */
  leave(): void;
  /** Refuses new work, lets live work finish within the time, then releases everything. */
  stop(timeoutMs: number): Promise<void>;
}

export interface StartServerOptions {
  readonly logger: Logger;
  /** Aborts the start; everything started so far is stopped. */
  readonly signal: AbortSignal;
  /** Called when another process has taken over the data folder. */
  readonly onLost: () => void;
}

/** Time for a webhook request to finish; jobs continue in another process or after the next start. */
const JOB_GRACE_MS = 2000;

/**
 * Starts the service in order: data folder, keys, the database together with the default engines whose models are installed, the port, other
 * models. The port comes before the models, so that a port in use is noticed before models are downloaded. Until all of it is done, `/readyz`
 * reports that the service is not ready. After a failure everything that was started is stopped again.
 *
 * @throws SpeechError `INVALID_CONFIG`, `ABORTED`, `STORAGE_FAILED` and other codes of the data folder
 */
export async function startServer(
  settings: ServerSettings,
  { logger, signal, onLost }: StartServerOptions,
): Promise<RunningService> {
  await using undo = createUndoList();
  const folder = await openDataFolder(settings.dataDir, { onLost });
  undo.defer(() => folder.release());
  const tls = settings.tls && (await readTlsFiles(settings.tls));
  const probes = earlyProbes(settings, tls);
  undo.defer(() => probes.end());
  // A process that only runs jobs answers nobody, not even operators, and shows no credentials.
  const isApi = settings.roles.includes('api');
  const adminToken = isApi ? (settings.adminToken ?? (await openAdminToken(folder))) : null;
  const publicUrl = Promise.withResolvers<string>();
  if (settings.publicUrl !== undefined) publicUrl.resolve(settings.publicUrl);
  const tracing = await openTracing();
  if (tracing !== undefined) undo.defer(() => tracing.stop());
  const tracer = tracing?.tracer;
  const opening = Promise.withResolvers<DurableStorage>();
  const speech = await createSpeech({
    ...(await speechOptionsOf(settings)),
    tracer,
    async storage() {
      const { openServerStorage } = await import('../storage/open-server-storage.ts');
      const opened = openServerStorage(settings, folder.path, {
        onError: tellRepeatedOnce(
          (facts, message) => logger.warn(facts, message),
          'A background task failed; it will be tried again.',
        ),
        onMigration(step) {
          const line = `The tables are brought up to date: ${describeStep(step)}`;
          logger.info(step, line);
          probes.tell(line);
        },
      });
      // The adapters are loaded while the database opens.
      const [storage] = await Promise.all([opened, import('./server-adapters.ts')]);
      opening.resolve(storage);
      return storage;
    },
    defaults: await readDefaults(folder.path),
    voicePackFolder: addedPacksFolder(settings),
    roles: settings.roles,
    publicUrl: publicUrl.promise,
  });
  speech.on(
    'background-error',
    tellRepeatedOnce((facts, message) => logger.error(facts, message), 'A background task failed.'),
  );
  speech.on('ends-caught-up', (facts) =>
    logger.info(facts, 'The ends of live calls and sessions that waited for the database have been written.'),
  );
  undo.defer(() => speech.close());
  const storage = await opening.promise;
  const { openHttpServer, openTcpPorts } = await import('./server-adapters.ts');
  await recordDefaults(folder, storage);
  const defaults = createDefaultsRecorder({
    folder,
    storage,
    clock: systemClock,
    onError: (err) =>
      logger.warn(
        { err },
        'The new defaults could not be recorded for commands that run without the server.',
      ),
  });
  speech.on('defaults-change', () => defaults.record());
  undo.defer(() => defaults.settled());
  await requireOpenaiVoices(settings, speech);
  const started = Promise.withResolvers<void>();
  const { server, sockets } = await openHttpServer(speech.service, {
    settings,
    logger,
    tracer,
    tls,
    adminToken,
    startup: started.promise,
    undo,
  });
  await probes.end();
  const at = await server.listen({ host: settings.host, port: settings.port });
  if (settings.tls !== undefined) {
    const unwatch = watchTlsFiles(settings.tls, {
      onChange(pair) {
        server.setTls(pair);
        logger.info('The certificate was reloaded.');
      },
      onError: (err) => logger.warn({ err }, 'The new certificate is not used; the old one stays in use.'),
    });
    undo.defer(async () => unwatch());
  }
  const localUrl = settings.tls === undefined ? at.url : await server.listenLocally();
  const tcpPorts = isApi ? await openTcpPorts(speech.service, { settings, logger, undo }) : [];
  // Jobs that create links wait for it.
  publicUrl.resolve(at.url);
  // Unlike a database server, the embedded database does not recover by itself.
  const repeat =
    settings.databaseUrl === undefined ? once : repeatWhileAway({ signal, onFailure: tellAway(logger) });
  const prepared = Promise.race([prepare(speech, logger), rejectOnAbort(signal)]);
  const [firstStart] = await Promise.all([
    adminToken === null
      ? undefined
      : prepareFirstStart(speech.service, adminToken, { after: prepared, repeat }),
    prepared,
    // Frees some 50 MiB that only the start needed, which an idle V8 would keep, before callers are served.
    collectGarbage(),
  ]);
  const { problems } = await speech.service.readiness('batch');
  const voiceCode = isApi
    ? await repeat(() =>
        findWorkingVoice(speech, {
          wanted: settings.defaultVoice,
          isEverythingLoaded: problems.length === 0,
        }),
      )
    : undefined;
  const endRecord = await keepServerRecord(
    folder,
    { url: localUrl, adminToken },
    { onDelay: (err) => logger.warn({ err }, 'Commands on this machine cannot find this server yet.') },
  );
  undo.defer(async () => endRecord());
  started.resolve();
  const undoAll = undo.move();
  return {
    url: settings.publicUrl ?? at.url,
    tcpPorts,
    firstStart,
    voiceCode,
    problems,
    leave: () => server.leave(),
    async stop(timeoutMs) {
      await stop({ server, sockets, tcpPorts, speech, folder, timeoutMs, undoAll, logger });
    },
  };
}

/** @throws SpeechError `INVALID_CONFIG` if one of OpenAI's voice names is mapped to a voice that does not exist */
async function requireOpenaiVoices({ openaiVoices = {} }: ServerSettings, speech: Speech): Promise<void> {
  const codes = (await speech.service.admin?.listAllVoices())?.map(({ code }) => code) ?? [];
  for (const [name, code] of Object.entries(openaiVoices)) {
    if (codes.includes(code)) continue;
    throw new SpeechError(
      'INVALID_CONFIG',
      `openaiVoices.${name} is ${JSON.stringify(code)}, which no plugin has.${didYouMean(code, codes)} ` +
        '"parlance voices" lists the voices.',
      { field: `openaiVoices.${name}` },
    );
  }
}

function tellAway(logger: Logger): (err: SpeechError) => void {
  return tellRepeatedOnce(
    (facts, message) => logger.warn(facts, message),
    'The start waits for the database.',
  );
}

/** Downloads models, with progress bars, and loads engines. If one of them fails, the service still works with the other voices. */
async function prepare(speech: Speech, logger: Logger): Promise<void> {
  const bars = createModelProgressBars();
  const offProgress = speech.on('model-progress', (progress) => bars.show(progress));
  speech.on('engine-incident', (incident) => logger.warn(incident, incident.message));
  try {
    await speech.prepare();
  } catch (error) {
    logger.error({ err: error }, 'Not everything could be loaded; calls that need it fail until it is.');
  } finally {
    offProgress();
    bars.stop();
    // From now on callers wait for engines that are loaded, so their loading is logged.
    speech.on('engine-load', ({ engine, durationMs }) =>
      logger.info({ engine, durationMs: Math.round(durationMs) }, `Loaded ${engine}.`),
    );
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(SpeechError.aborted(signal));
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  // The race may be over when the signal comes; then nobody handles this rejection.
  promise.catch(() => undefined);
  return promise;
}

interface StopParts {
  readonly server: SpeechServer;
  readonly sockets: readonly RealtimeEndpoint[];
  readonly tcpPorts: readonly TcpPort[];
  readonly speech: Speech;
  readonly folder: DataFolder;
  readonly timeoutMs: number;
  readonly undoAll: () => Promise<void>;
  readonly logger: Logger;
}

async function stop(parts: StopParts): Promise<void> {
  const { server, sockets, tcpPorts, speech, folder, timeoutMs, undoAll, logger } = parts;
  const startedMs = performance.now();
  // First, so that no request is accepted after the shutdown was announced.
  const endpoints = [...sockets, ...tcpPorts.map(({ endpoint }) => endpoint)];
  const sessions = Promise.all(endpoints.map((endpoint) => endpoint.drain(timeoutMs)));
  const drained = Promise.all([sessions, server.drain(timeoutMs, sessions), speech.stopWork(JOB_GRACE_MS)]);
  // A lost folder or a full disk must not prevent live requests from finishing.
  await eraseServerRecord(folder).catch((err: unknown) =>
    logger.warn({ err }, 'The record of this server could not be removed.'),
  );
  await drained;
  await speech.writeEnds(Math.max(0, timeoutMs - (performance.now() - startedMs)));
  await undoAll();
}
