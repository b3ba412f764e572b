import { createParlanceClient, type ParlanceClient } from '@parlance/client';
import { SpeechError } from '@parlance/core/errors';
import type { RunningService } from './service-process.ts';

/** Who calls: an app's credentials, ready to be sent. */
export interface Caller {
  readonly url: string;
  readonly appId: string;
  readonly token: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The package's own client, with a caller's credentials. */
export function clientOf({ url, appId, token }: Caller): ParlanceClient {
  return createParlanceClient({ url, appId, token });
}

/** @param limits of the app; absent: as many credits and seconds as it likes, and the usual concurrency */
export async function createCaller(
  { url, adminToken }: Pick<RunningService, 'url' | 'adminToken'>,
  limits: {
    readonly credits?: number;
    readonly seconds?: number;
    readonly ttsConcurrency?: number;
    readonly sttConcurrency?: number;
  } = {},
): Promise<Caller> {
  const answer = await fetch(`${url}/admin/v1/apps`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'benchmark', ...limits }),
  });
  const { appId, token } = (await answer.json()) as { appId: string; token: string };
  if (!answer.ok) throw new SpeechError('INTERNAL', `No app could be created: ${answer.status}.`);
  return { url, appId, token, headers: { authorization: `Bearer ${token}`, 'app-id': appId } };
}

/** What is left to an app with limits, as decimals. */
export async function balancesOf(
  { url, adminToken }: Pick<RunningService, 'url' | 'adminToken'>,
  { appId }: Caller,
): Promise<{ readonly credits: string; readonly seconds: string }> {
  const answer = await fetch(`${url}/admin/v1/apps/${appId}`, {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  const { credits, seconds } = (await answer.json()) as { credits: string; seconds: string };
  return { credits: String(credits), seconds: String(seconds) };
}

/** Speaks a short text at once. @returns a WAV stream; its header has the streaming sizes */
export async function speakShort({ url, headers }: Caller, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(`${url}/v1/tts`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'sync', voiceCode: 'slt', outputFormat: 'wav', text }),
  });
  if (!answer.ok) throw notAnswered('Nothing was spoken', answer);
  return new Uint8Array(await answer.arrayBuffer());
}

/** @returns an error whose details have the status */
export function notAnswered(what: string, { status }: Response): SpeechError {
  return new SpeechError('INTERNAL', `${what}: ${status}.`, { status });
}

export type JobStatus = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';

export interface JobAnswer {
  /** `undefined`: the service does not know the request. */
  readonly status: JobStatus | undefined;
  readonly audioLink?: string;
  readonly utterances?: readonly unknown[];
}

/** Asks for a request by its id. Rejects when the service can't be reached. */
export async function ask({ url, headers }: Caller, id: string, kind: JobType): Promise<JobAnswer> {
  const path = kind === 'synthesis' ? `/v1/tts/requests/${id}` : `/v1/stt/transcripts/${id}`;
  const answer = await fetch(`${url}${path}`, { headers });
  const body = (await answer.json()) as JobAnswer;
  return answer.ok ? body : { status: undefined };
}

export type JobType = 'synthesis' | 'transcription';
