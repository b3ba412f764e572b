import { setTimeout as delay } from 'node:timers/promises';
import { decodeWavForRecognition } from '@parlance/audio';
import { ParlanceError } from '@parlance/client';
import { concatSamples } from '@parlance/core/audio';
import { SpeechError } from '@parlance/core/errors';
import { RATE_HZ } from '../live-recognition/scenario.ts';
import { runSession } from '../live-recognition/session.ts';
import { type Caller, clientOf, notAnswered, speakShort } from './caller.ts';

export const LIVE_KINDS = ['synthesis', 'transcription', 'session'] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];

/**
 * What became of a live call:
 * - `well`: the caller got all of it
 * - `refused`: not now, said the service; a careful client asks again
 * - `broken`: the connection broke off, or a proxy found nobody who answers
 * - `wrong`: everything else
 */
export type Outcome = 'well' | 'refused' | 'broken' | 'wrong';

export interface EndedCall {
  readonly kind: LiveKind;
  /** As `performance.now()`. */
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly outcome: Outcome;
  /** Of an outcome that is not `well`. */
  readonly message: string | undefined;
}

const PAUSE_MS = 500;
const SAID = 'The quick brown fox jumps over the lazy dog.';
/** A session ends in silence, so that its last words are told as final. */
const SILENCE_SECONDS = 2;

/** What a synthesis that ended well is charged, in credits. */
export const LIVE_CHARACTERS = [...SAID].length;

/**
 * Clients that make one live call after the other until they are told to stop; each waits for the end of its call.
 *
 * @param callers of each kind, an app of its own or not
 * @param clients how many of each kind call side by side
 * @returns seconds that a transcription is charged, and the end of the load: calls under way are waited for
 */
export async function startLiveLoad(
  callers: Readonly<Record<LiveKind, Caller>>,
  clients: Readonly<Partial<Record<LiveKind, number>>>,
  onEnd: (call: EndedCall) => void,
): Promise<{ readonly transcribedSeconds: number; end(): Promise<void> }> {
  const wav = await speakShort(callers.synthesis, SAID);
  const speech = concatSamples(await Array.fromAsync(decodeWavForRecognition(wav, RATE_HZ)));
  const session = concatSamples([speech, new Float32Array(SILENCE_SECONDS * RATE_HZ)]);
  const calls: Readonly<Record<LiveKind, () => Promise<void>>> = {
    synthesis: () => speak(callers.synthesis, wav.byteLength),
    transcription: () => transcribe(callers.transcription, wav),
    session: () => listen(callers.session, session),
  };
  const ending = new AbortController();
  const working = LIVE_KINDS.flatMap((kind) =>
    Array.from({ length: clients[kind] ?? 0 }, async () => {
      while (!ending.signal.aborted) {
        const startedAtMs = performance.now();
        const ended = await outcomeOf(calls[kind]());
        onEnd({ kind, startedAtMs, endedAtMs: performance.now(), ...ended });
        await delay(PAUSE_MS, undefined, { signal: ending.signal }).catch(() => undefined);
      }
    }),
  );
  return {
    transcribedSeconds: Math.ceil(speech.length / RATE_HZ),
    async end() {
      ending.abort();
      await Promise.all(working);
    },
  };
}

/** Nothing that was spoken before: that would be over in a moment. */
async function speak(caller: Caller, expectedBytes: number): Promise<void> {
  const wav = await speakShort(
    { ...caller, headers: { ...caller.headers, 'cache-control': 'no-store' } },
    SAID,
  );
  if (wav.byteLength !== expectedBytes)
    throw new TypeError(`A sentence had ${wav.byteLength} bytes in place of ${expectedBytes}.`);
}

async function transcribe({ url, headers }: Caller, wav: Uint8Array<ArrayBuffer>): Promise<void> {
  const form = new FormData();
  form.set('mode', 'sync');
  form.set('audioContent', new Blob([wav], { type: 'audio/wav' }), 'sentence.wav');
  const answer = await fetch(`${url}/v1/stt`, { method: 'POST', headers, body: form });
  if (!answer.ok) throw notAnswered('Nothing was transcribed', answer);
  const { transcript } = (await answer.json()) as { readonly transcript: string };
  if (transcript.trim() === '') throw new TypeError('A transcript had no words.');
}

async function listen(caller: Caller, speech: Float32Array): Promise<void> {
  const { finals } = await runSession(clientOf(caller), speech);
  if (finals === 0) throw new TypeError('A session was told no words.');
}

async function outcomeOf(call: Promise<void>): Promise<Pick<EndedCall, 'outcome' | 'message'>> {
  try {
    await call;
    return { outcome: 'well', message: undefined };
  } catch (error) {
    return { outcome: outcomeOfError(error), message: messageOf(error) };
  }
}

/** What a proxy answers for a server that did not. */
const NOBODY_ANSWERED: readonly unknown[] = [502, 504];
const NOT_NOW: readonly unknown[] = [429, 503];

function outcomeOfError(error: unknown): Exclude<Outcome, 'well'> {
  const status = SpeechError.is(error) ? error.details.status : undefined;
  if (NOBODY_ANSWERED.includes(status)) return 'broken';
  if (NOT_NOW.includes(status)) return 'refused';
  if (error instanceof ParlanceError) {
    if (error.code === 'NETWORK') return 'broken';
    return error.retryable ? 'refused' : 'wrong';
  }
  // What `fetch` says of a connection: "fetch failed" before the answer, "terminated" in the middle of it.
  return error instanceof TypeError && error.cause !== undefined ? 'broken' : 'wrong';
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : ` (${messageOf(error.cause)})`;
  return `${error.message}${cause}`;
}
