import { SpeechError } from '@parlance/core/errors';
import { didYouMean } from '@parlance/core/input';
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
  /** The address that callers know it by. */
  readonly url: string;
  /** Where protocols are spoken that have ports of their own. */
  readonly tcpPorts: readonly Pick<TcpPort, 'name' | 'url'>[];
  /** Present at the first start on a database. */
  readonly firstStart: FirstStart | undefined;
  /** A voice that works; `undefined`: none does, or this process answers no callers. */
  readonly voiceCode: string | undefined;
  /** What could not be fetched or loaded, one line each. */
  readonly problems: readonly string[];
  /** From here on `/readyz` says that it is not ready, but calls are still answered. */
  leave(): void;
  /** Refuses new work, lets live work end within the time, then frees everything. */
  stop(timeoutMs: number): Promise<void>;
}

export interface StartServerOptions {
  readonly logger: Logger;
  /** Aborts the start: what was begun is undone. */
  readonly signal: AbortSignal;
  /** Told when another process took the data folder over. */
  readonly onLost: () => void;
}

/** Jobs go on elsewhere or after the next start; a webhook on its way may end. */
const JOB_GRACE_MS = 2000;

/**
 * Starts the service in order: folder, keys, the database beside the default engines whose models are here, the port, other models. After a
 * failure everything that was started is stopped again. The port comes before the models: a port that is taken shows before models are fetched. `/readyz` says that the service is not
 * ready until all of it is done.
 *
 * @throws SpeechError `INVALID_CONFIG`, `ABORTED`, `STORAGE_FAILED` and others of the folder
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
  // A process that only does jobs answers no callers, operators among them, and shows nobody's credentials.
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
      // What speaks protocols is read while the database opens.
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
    logger.info(facts, 'The ends of live calls and sessions that waited for the database are written.'),
  );
  undo.defer(() => speech.close());
  const storage = await opening.promise;
  const { openHttpServer, openTcpPorts } = await import('./server-adapters.ts');
  await recordDefaults(folder, storage);
  let recorded = Promise.resolve();
  speech.on('defaults-change', () => {
    // One after the other, so that the newest is what stays.
    recorded = recorded
      .then(() => recordDefaults(folder, storage))
      .catch((err: unknown) =>
        logger.warn({ err }, 'Commands that run without the server do not see the new defaults yet.'),
      );
  });
  undo.defer(() => recorded);
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
  // Links that jobs make wait for it.
  publicUrl.resolve(at.url);
  // The embedded database is no server that comes back by itself.
  const repeat =
    settings.databaseUrl === undefined ? once : repeatWhileAway({ signal, onFailure: tellAway(logger) });
  const prepared = Promise.race([prepare(speech, logger), rejectOnAbort(signal)]);
  const [firstStart] = await Promise.all([
    adminToken === null
      ? undefined
      : prepareFirstStart(speech.service, adminToken, { after: prepared, repeat }),
    prepared,
    // Some 50 MiB that only the start needed, which V8 would keep for as long as little happens; before anybody is served.
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
    { onDelay: (err) => logger.warn({ err }, 'Commands on this machine do not find this server yet.') },
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

/** @throws SpeechError `INVALID_CONFIG` for a voice behind one of OpenAI's names that is not there */
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

/** Fetches models with bars for those on their way, and loads engines. A service without one of them still speaks with the voices it has. */
async function prepare(speech: Speech, logger: Logger): Promise<void> {
  const bars = createModelProgressBars();
  const offProgress = speech.on('model-progress', (progress) => bars.show(progress));
  speech.on('engine-incident', (incident) => logger.warn(incident, incident.message));
  try {
    await speech.prepare();
  } catch (error) {
    logger.error({ err: error }, 'Not everything could be loaded; what needs it will fail until it can.');
  } finally {
    offProgress();
    bars.stop();
    // From now on somebody waits for whatever is loaded.
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
  // The race may be long over when the signal comes: then nobody waits for this.
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
  // First, so that no request that comes after the announcement is accepted.
  const endpoints = [...sockets, ...tcpPorts.map(({ endpoint }) => endpoint)];
  const sessions = Promise.all(endpoints.map((endpoint) => endpoint.drain(timeoutMs)));
  const drained = Promise.all([sessions, server.drain(timeoutMs, sessions), speech.stopWork(JOB_GRACE_MS)]);
  // A folder that is lost or full must not keep live requests from ending.
  await eraseServerRecord(folder).catch((err: unknown) =>
    logger.warn({ err }, 'The record of this server could not be removed.'),
  );
  await drained;
  await speech.writeEnds(Math.max(0, timeoutMs - (performance.now() - startedMs)));
  await undoAll();
}
