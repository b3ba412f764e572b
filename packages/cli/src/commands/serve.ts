import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { SpeechError } from '@parlance/core/errors';
import type { ServerSettings } from '@parlance/core/settings';
import type { Command } from 'commander';
import type { Logger } from 'pino';
import type { RunningService } from '../server/start-server.ts';
import { welcomeText } from '../server/welcome.ts';
import { loadSettings } from '../settings/load-settings.ts';
import { findUnreachableAudio } from '../settings/unreachable-audio.ts';
import { createLogger } from '../terminal/create-logger.ts';
import { onInterrupt } from '../terminal/interrupt.ts';
import { createOutput, type Output } from '../terminal/output.ts';
import type { GlobalOptions } from './command-context.ts';

const MS_IN_SECOND = 1000;

export function addServe(program: Command): void {
  program
    .command('serve')
    .description("run the service: REST, live recognition, the console and OpenAI's endpoints on one port")
    .option('--host <address>', 'address to listen on; overrides PARLANCE_HOST')
    .option('--port <number>', 'port to listen on, 0 for any free one; overrides PARLANCE_PORT')
    .option('--roles <list>', 'api (answers callers), worker (runs jobs) or both; overrides PARLANCE_ROLES')
    .action(serve);
}

async function serve(_options: unknown, command: Command): Promise<void> {
  const options: GlobalOptions & { host?: string; port?: string; roles?: string } = command.optsWithGlobals();
  const output = createOutput({ isJson: options.json === true });
  const settings = await loadSettings({
    file: options.config,
    options: { host: options.host, port: options.port, roles: options.roles },
  });
  const logger = await createLogger(settings);
  warnOfUnreachableAudio(settings, { output, logger });
  const ending = new AbortController();
  process.on('SIGTERM', () => ending.abort());
  onInterrupt(() => ending.abort());
  // Imported here so that --help loads neither Fastify nor the engines.
  const { startServer } = await import('../server/start-server.ts');
  const lost = new SpeechError(
    'STORAGE_FAILED',
    'Another process took over the data folder; only one service may use it.',
  );
  try {
    const service = await startServer(settings, {
      logger,
      signal: ending.signal,
      onLost: () => ending.abort(lost),
    });
    announce(output, service, { isApi: settings.roles.includes('api') });
    if (!ending.signal.aborted) await once(ending.signal, 'abort');
    // After losing the folder it must not accept more work.
    if (settings.drainDelaySeconds > 0 && ending.signal.reason !== lost) {
      service.leave();
      output.note(
        `Shutting down: /readyz is now 503; callers are still answered for ${settings.drainDelaySeconds} s.`,
      );
      await delay(settings.drainDelaySeconds * MS_IN_SECOND);
    }
    const stopping = service.stop(settings.drainTimeoutSeconds * MS_IN_SECOND);
    output.note('Stopping: live requests may finish; new ones are refused.');
    await stopping;
  } catch (error) {
    if (!ending.signal.aborted) throw error;
  }
  if (ending.signal.reason === lost) throw lost;
}

/**
 * Warns before any audio is accepted that other processes could not reach. It is no error: a lone `api` process for live speech keeps no
 * audio that another one needs. With the embedded database there is no other process.
 */
function warnOfUnreachableAudio(
  settings: ServerSettings,
  { output, logger }: { readonly output: Output; readonly logger: Logger },
): void {
  const unreachable = settings.databaseUrl === undefined ? undefined : findUnreachableAudio(settings);
  if (unreachable === undefined) return;
  const warning = `${unreachable.finding} ${unreachable.remedy}`;
  logger.warn(warning);
  output.note(warning);
}

function announce(
  output: Output,
  { url, firstStart, ...state }: RunningService,
  { isApi }: { readonly isApi: boolean },
): void {
  const credentials =
    firstStart === undefined
      ? {}
      : {
          ...(firstStart.created && {
            appId: firstStart.created.app.appId,
            token: firstStart.created.token,
          }),
          adminToken: firstStart.adminToken,
          ...(firstStart.adminPassword && { adminPassword: firstStart.adminPassword }),
        };
  const text = isApi ? welcomeText({ url, firstStart, ...state }) : `Parlance listens on ${url}`;
  output.result({ url, ...credentials }, text);
}
