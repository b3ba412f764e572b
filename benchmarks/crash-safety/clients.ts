import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ask, type Caller, type JobType } from '../service/caller.ts';
import type { CheckedRequest } from './verdict.ts';

/** A request that was answered 2xx. */
export type AcceptedRequest = Pick<CheckedRequest, 'id' | 'key' | 'kind' | 'cost'>;

export interface Load {
  readonly accepted: readonly AcceptedRequest[];
  /** How often a request was sent again because its answer never came. */
  readonly resubmitted: () => number;
  /** No new requests; those on their way are sent until they are answered. */
  end(): Promise<void>;
}

/** Requests on their way, over all clients; each waits for the end of its work before it sends the next. */
const CLIENTS = 6;
/** One in so many texts is long: several segments, so that a kill meets it half done. */
const LONG_EVERY = 5;
const RETRY_AFTER_MS = 300;
const POLL_EVERY_MS = 400;
const SENTENCE = 'The quick brown fox jumps over the lazy dog while seven wizards watch.';
const CREDIT_FACTOR = 1;

export interface LoadOptions {
  readonly caller: Caller;
  readonly webhookUrl: string;
  /** A WAV file, and how many seconds it is charged for. */
  readonly recording: { readonly wav: Uint8Array<ArrayBuffer>; readonly seconds: number };
}

/** Clients that keep the service busy and note what they were promised. */
export function startLoad({ caller, webhookUrl, recording }: LoadOptions): Load {
  const accepted: AcceptedRequest[] = [];
  const ending = new AbortController();
  let resubmitted = 0;
  const submit = async (send: () => Promise<Response>): Promise<Record<string, string>> => {
    for (;;) {
      try {
        const answer = await send();
        const body = (await answer.json()) as Record<string, string>;
        if (answer.ok) return body;
      } catch {
        // Killed before the answer, or not up yet: the same key asks for the same request.
      }
      resubmitted += 1;
      await delay(RETRY_AFTER_MS);
    }
  };
  const client = async (number: number): Promise<void> => {
    for (let turn = number; !ending.signal.aborted; turn++) {
      const key = randomUUID();
      const kind = turn % 3 === 0 ? 'transcription' : 'synthesis';
      const text = Array.from(
        { length: turn % LONG_EVERY === 0 ? 30 : 1 },
        (_, at) => `${at + turn}. ${SENTENCE}`,
      ).join(' ');
      const body = await submit(() =>
        kind === 'synthesis'
          ? speak(caller, { key, text, webhookUrl })
          : transcribe(caller, { key, webhookUrl, recording }),
      );
      const id = String(body.requestId ?? body.transcriptId);
      accepted.push({
        id,
        key,
        kind,
        cost: String(kind === 'synthesis' ? [...text].length * CREDIT_FACTOR : recording.seconds),
      });
      await untilEnded(caller, id, kind, ending.signal);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
  return {
    accepted,
    resubmitted: () => resubmitted,
    async end() {
      ending.abort();
      await Promise.all(clients);
    },
  };
}

function speak(
  { url, headers }: Caller,
  { key, text, webhookUrl }: { readonly key: string; readonly text: string; readonly webhookUrl: string },
): Promise<Response> {
  return fetch(`${url}/v1/tts`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ mode: 'async', voiceCode: 'kal', outputFormat: 'wav', text, webhookUrl }),
  });
}

function transcribe(
  { url, headers }: Caller,
  { key, webhookUrl, recording }: { readonly key: string } & Pick<LoadOptions, 'webhookUrl' | 'recording'>,
): Promise<Response> {
  const form = new FormData();
  form.set('mode', 'async');
  form.set('webhookUrl', webhookUrl);
  form.set('audioContent', new Blob([recording.wav], { type: 'audio/wav' }), 'recording.wav');
  return fetch(`${url}/v1/stt`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': key },
    body: form,
  });
}

async function untilEnded(caller: Caller, id: string, kind: JobType, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { status } = await ask(caller, id, kind).catch(() => ({ status: undefined }));
    if (status === 'COMPLETED' || status === 'FAILED') return;
    await delay(POLL_EVERY_MS);
  }
}
