import { on, once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Caller } from '../service/caller.ts';
import { audioFrame, connectRaw, sessionConfigFrame, textFrame } from '../service/raw-session.ts';
import { RATE_HZ } from './scenario.ts';

const BURST_SECONDS = 30;
const MAX_MALFORMED = 10_000;
/** So many hostile clients of each kind at once. */
const EACH = 2;
const CONFIG = sessionConfigFrame(RATE_HZ);
const MALFORMED = textFrame({ type: 'NO_SUCH_MESSAGE' });

/** Hostile clients of an app of their own. */
export interface Abusers {
  /** Ends them. @returns how many connections they have had */
  end(): Promise<number>;
}

/**
 * Clients that send 30 s of audio at once, never read, send a byte a second, or send one malformed message after another (each ends
 * its connection; 10 000 at most): each kind again and again until they are ended.
 */
export function beginAbuse(caller: Caller, speech: Float32Array): Abusers {
  const ending = new AbortController();
  const { signal } = ending;
  const burst = burstOf(speech);
  let connections = 0;
  let malformed = 0;
  const untilEnd = async (abuse: (socket: Socket) => Promise<unknown>): Promise<void> => {
    while (!signal.aborted) {
      const socket = await connectRaw(caller, signal).catch(() => undefined);
      if (socket === undefined) continue;
      connections += 1;
      await abuse(socket).catch(() => undefined);
      socket.destroy();
    }
  };
  /** The server's last word. Who sent what is refused does not wait for the rest of the parting. */
  const refusal = async (socket: Socket): Promise<void> => {
    for await (const [piece] of on(socket, 'data', { signal, close: ['close'] }))
      if ((piece as Buffer).includes('"ERROR"')) return;
  };
  const kinds: readonly (() => Promise<void>)[] = [
    () =>
      untilEnd(async (socket) => {
        socket.write(CONFIG);
        await once(socket, 'data', { signal });
        socket.write(burst);
        await refusal(socket);
      }),
    () =>
      untilEnd(async (socket) => {
        socket.write(CONFIG);
        await once(socket, 'data', { signal });
        socket.pause();
        socket.write(burst);
        // Whoever does not read does not learn of the end either.
        await delay(BURST_SECONDS * 1000, undefined, { signal });
      }),
    () =>
      untilEnd(async (socket) => {
        for (let at = 0; !socket.destroyed; at += 1) {
          socket.write(CONFIG.subarray(at, at + 1));
          await delay(1000, undefined, { signal });
        }
      }),
    () =>
      untilEnd(async (socket) => {
        if (malformed >= MAX_MALFORMED) return delay(1000, undefined, { signal });
        malformed += 1;
        socket.write(MALFORMED);
        await refusal(socket);
      }),
  ];
  const running = kinds.flatMap((kind) => Array.from({ length: EACH }, kind));
  return {
    async end() {
      ending.abort();
      await Promise.all(running);
      return connections;
    },
  };
}

function burstOf(speech: Float32Array): Buffer {
  const frames: Buffer[] = [];
  for (let second = 0; second < BURST_SECONDS; second += 1) {
    const at = (second * RATE_HZ) % (speech.length - RATE_HZ);
    frames.push(audioFrame(speech.slice(at, at + RATE_HZ)));
  }
  return Buffer.concat(frames);
}
