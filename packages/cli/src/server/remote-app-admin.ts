import { SpeechError, type SpeechErrorCode } from '@parlance/core';
import type { AppAdmin, AppView } from './app-admin.ts';
import type { RunningServer } from './server-record.ts';

/** Nobody listens where the server did: nothing was sent. */
export class ServerGone extends SpeechError {}

const LIST_PAGE = 100;

/** The apps of a running server, through its admin API. */
export function remoteAppAdmin(server: RunningServer): AppAdmin {
  const call = <Answer>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> =>
    callAdmin<Answer>(server, { method, path, body });
  const pathOf = (appId: string): string => `/admin/v1/apps/${encodeURIComponent(appId)}`;
  return {
    create: (input) => call('POST', '/admin/v1/apps', input),
    get: (appId) => call('GET', pathOf(appId)),
    revoke: (appId) => call('POST', `${pathOf(appId)}/revoke`),
    async list(search = '') {
      const all: AppView[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query = new URLSearchParams({
          limit: String(LIST_PAGE),
          ...(search && { search }),
          ...(cursor && { cursor }),
        });
        const page: { apps: AppView[]; nextCursor: string | null } = await call(
          'GET',
          `/admin/v1/apps?${query}`,
        );
        all.push(...page.apps);
        cursor = page.nextCursor;
      }
      return all;
    },
  };
}

interface AdminCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: unknown;
}

async function callAdmin<Answer>({ url, adminToken }: RunningServer, call: AdminCall): Promise<Answer> {
  const { method, path, body } = call;
  let response: Response;
  try {
    response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${adminToken}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch (cause) {
    throw unreachable(url, cause);
  }
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer as Answer;
  throw refused(response.status, answer as { error?: { message?: string } } | undefined);
}

function unreachable(url: string, cause: unknown): SpeechError {
  const reason =
    cause instanceof Error ? (cause.cause as NodeJS.ErrnoException | undefined)?.code : undefined;
  const message = `The server that owns this data folder does not answer at ${url}; restart it, and try again.`;
  return reason === 'ECONNREFUSED'
    ? new ServerGone('STORAGE_FAILED', message, {}, { cause })
    : new SpeechError('STORAGE_FAILED', message, {}, { cause });
}

/** What a status of the admin API means here, so that a command ends the same way with a server and without. */
const CODES: Readonly<Record<number, SpeechErrorCode>> = {
  400: 'INVALID_INPUT',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  503: 'SHUTTING_DOWN',
};

function refused(status: number, answer: { error?: { message?: string } } | undefined): SpeechError {
  const message = answer?.error?.message ?? `The server answered with the status ${status}.`;
  return new SpeechError(CODES[status] ?? 'STORAGE_FAILED', message, { status });
}
