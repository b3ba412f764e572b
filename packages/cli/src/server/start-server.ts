import type { CreatedApp, ServerSettings } from '@parlance/core';
import { createSpeechServer, type ListeningAt, type SpeechServer } from '@parlance/http';
import { createSpeech, type Speech } from '@parlance/runtime';
import { type DataFolder, openDataFolder, openFolderAppStore } from '@parlance/storage';
import type { Logger } from 'pino';
import { speechOptionsOf } from '../commands/command-context.ts';
import { createModelProgressBars } from '../terminal/model-progress-bars.ts';
import { openAdminToken, openKeyRing } from './identity.ts';
import { eraseServerRecord, recordServer } from './server-record.ts';

export interface RunningService {
  readonly at: ListeningAt;
  /** The address that callers know it by. */
  readonly url: string;
  readonly adminToken: string;
  /** Present at the first start of a data folder. */
  readonly firstApp: CreatedApp | undefined;
  /** Refuses new work, lets live work end within the time, then frees everything. */
  stop(timeoutMs: number): Promise<void>;
}

const FIRST_APP_NAME = 'default';

/**
 * Brings the service up in order: folder, keys, engines and their models, then the port. What fails undoes what was done.
 *
 * @param onLost told when another process took the data folder over
 * @throws SpeechError `INVALID_CONFIG`, `STORAGE_FAILED` and others of the folder
 */
export async function startServer(
  settings: ServerSettings,
  logger: Logger,
  onLost: () => void,
): Promise<RunningService> {
  await using undo = new AsyncDisposableStack();
  const folder = undo.adopt(await openDataFolder(settings.dataDir, { onLost }), (opened) => opened.release());
  const apps = await openFolderAppStore(folder);
  const isFirstStart = (await apps.list()).length === 0;
  const adminToken = settings.adminToken ?? (await openAdminToken(folder)).token;
  const speech = undo.use(
    await createSpeech({ ...speechOptionsOf(settings), apps, keys: await openKeyRing(folder) }),
  );
  await warm(speech, logger);
  const server = await createSpeechServer({
    service: speech.service,
    adminToken,
    logger,
    ...(settings.publicUrl === undefined ? {} : { publicUrl: settings.publicUrl }),
  });
  undo.defer(() => server.close());
  const at = await server.listen({ host: settings.host, port: settings.port });
  const firstApp = isFirstStart ? await speech.service.createApp({ name: FIRST_APP_NAME }) : undefined;
  await recordServer(folder, at.url);
  const running = undo.move();
  return {
    at,
    url: settings.publicUrl ?? at.url,
    adminToken,
    firstApp,
    async stop(timeoutMs) {
      await stop({ server, folder, timeoutMs, running });
    },
  };
}

/** Loads models with bars for those on their way. A service without one of them still speaks with the voices it has. */
async function warm(speech: Speech, logger: Logger): Promise<void> {
  const bars = createModelProgressBars();
  const offProgress = speech.on('model-progress', (progress) => bars.show(progress));
  speech.on('engine-incident', (incident) => logger.warn(incident, incident.message));
  try {
    await speech.warm();
  } catch (error) {
    logger.error({ err: error }, 'Not everything could be loaded; what needs it will fail until it can.');
  } finally {
    offProgress();
    bars.stop();
  }
}

interface StopParts {
  readonly server: SpeechServer;
  readonly folder: DataFolder;
  readonly timeoutMs: number;
  readonly running: AsyncDisposableStack;
}

async function stop({ server, folder, timeoutMs, running }: StopParts): Promise<void> {
  await eraseServerRecord(folder);
  await server.drain(timeoutMs);
  await running.disposeAsync();
}
