import type { ServerSettings } from '@parlance/core/settings';
import { destination, type Logger, pino } from 'pino';

const STDERR = 2;

/**
 * The server's log on stderr: JSON lines for programs, lines for people on a terminal.
 *
 * @param isTerminal decides the format if `logFormat` is `auto`
 */
export async function createLogger(
  { logLevel, logFormat }: Pick<ServerSettings, 'logLevel' | 'logFormat'>,
  { isTerminal = process.stderr.isTTY === true }: { readonly isTerminal?: boolean } = {},
): Promise<Logger> {
  const isPretty = logFormat === 'pretty' || (logFormat === 'auto' && isTerminal);
  if (!isPretty) return pino({ level: logLevel }, destination({ fd: STDERR, sync: true }));
  const { default: pretty } = await import('pino-pretty');
  const stream = pretty({
    destination: STDERR,
    sync: true,
    colorize: isTerminal && process.env.NO_COLOR === undefined,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname',
  });
  return pino({ level: logLevel }, stream);
}
