import { DEFAULT_REALTIME_VOICES } from '@parlance/core';
import type { Command } from 'commander';
import { destination, pino } from 'pino';
import { type RunningService, startServer } from '../server/start-server.ts';
import { welcomeText } from '../server/welcome.ts';
import { loadSettings } from '../settings/load-settings.ts';
import { INTERRUPTED_EXIT_CODE } from '../terminal/interrupt.ts';
import { createOutput, type Output } from '../terminal/output.ts';
import type { GlobalOptions } from './command-context.ts';

/** How long live work may go on after SIGTERM. */
const DRAIN_TIMEOUT_MS = 30_000;
const STDERR = 2;
/** The best of the five embedded voices. */
const WELCOME_VOICE = 'slt';

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('run the service: REST and voices on one port')
    .option('--host <address>', 'where to listen; over PARLANCE_HOST')
    .option('--port <number>', 'where to listen, 0 for any free port; over PARLANCE_PORT')
    .action(serve);
}

async function serve(_options: unknown, command: Command): Promise<void> {
  const options: GlobalOptions & { host?: string; port?: string } = command.optsWithGlobals();
  const output = createOutput({ isJson: options.json === true });
  const settings = await loadSettings(options.config, {
    ...process.env,
    ...(options.host === undefined ? {} : { PARLANCE_HOST: options.host }),
    ...(options.port === undefined ? {} : { PARLANCE_PORT: options.port }),
  });
  const logger = pino({ level: settings.logLevel }, destination({ fd: STDERR, sync: true }));
  const stopped = Promise.withResolvers<void>();
  const service = await startServer(settings, logger, () =>
    stopped.reject(new Error('The data folder was taken over.')),
  );
  process.on('SIGTERM', () => stopped.resolve());
  process.on('SIGINT', () => {
    if (process.exitCode === INTERRUPTED_EXIT_CODE) process.exit();
    process.exitCode = INTERRUPTED_EXIT_CODE;
    stopped.resolve();
  });
  announce(output, service, settings.realtimeVoices ?? DEFAULT_REALTIME_VOICES);
  try {
    await stopped.promise;
    output.note('Stopping: live requests may end, new ones are refused.');
  } finally {
    await service.stop(DRAIN_TIMEOUT_MS);
  }
}

function announce(
  output: Output,
  { url, firstApp, adminToken }: RunningService,
  voices: readonly string[],
): void {
  const credentials =
    firstApp === undefined ? {} : { appId: firstApp.app.appId, token: firstApp.token, adminToken };
  const voiceCode = voices.find((code) => code === WELCOME_VOICE) ?? voices[0] ?? WELCOME_VOICE;
  const welcome =
    firstApp === undefined ? [] : ['', welcomeText({ url, created: firstApp, adminToken, voiceCode })];
  output.result({ url, ...credentials }, [`Parlance listens on ${url}`, ...welcome].join('\n'));
}
