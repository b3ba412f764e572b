import { parseCallSettings } from '@parlance/core/call';
import { systemClock } from '@parlance/core/platform';
import { createTcpEndpoint, type TcpEndpoint } from '@parlance/sockets';
import { DEFAULT_MAX_CALLS } from '../options.ts';
import { AudioSocketConnection } from './audio-socket-connection.ts';
import { FRAME, frameBytes } from './audio-socket-frame.ts';
import type { AudioSocketOptions } from './options.ts';

/** Asterisk sends audio all the time, even silence. */
const IDLE_TIMEOUT_MS = 30_000;
/** One minute of audio. */
const GIVE_UP_ABOVE_BYTES = 960_000;

/**
 * Asterisk's AudioSocket on a separate port. Everybody who can reach the port uses the app, since the protocol has no authentication.
 *
 * @example
 * const asterisk = createAudioSocketServer({ service: speech.service, appId: app.appId, onCall });
 * await asterisk.listen({ host: '127.0.0.1', port: 9092 });
 *
 * @throws SpeechError `INVALID_CONFIG` for invalid settings
 */
export function createAudioSocketServer(options: AudioSocketOptions): TcpEndpoint {
  const { clock = systemClock, logger, maxCalls = DEFAULT_MAX_CALLS } = options;
  const settings = parseCallSettings(options.settings ?? {}, 'INVALID_CONFIG');
  return createTcpEndpoint({
    name: 'AudioSocket',
    field: 'asterisk.port',
    subject: 'call',
    maxConnections: maxCalls,
    clock,
    logger,
    idleTimeoutMs: IDLE_TIMEOUT_MS,
    giveUpAboveBytes: GIVE_UP_ABOVE_BYTES,
    open: (client) => new AudioSocketConnection({ ...options, clock, settings }, client),
    refusal: () => frameBytes(FRAME.hangUp),
  });
}
