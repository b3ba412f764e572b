import { ParlanceError } from '@parlance/client';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, callAdmin, errorOf, fetchFrom } from '../api/client.ts';
import type { TryToken } from '../api/wire.ts';
import { type Caller, callerOf } from '../speech/caller.ts';
import type { Credentials } from '../speech/service-call.ts';
import { listVoices, type ServiceVoice } from '../speech/service-voice.ts';
import { forgetCredentials, loadCredentials, saveCredentials } from './credentials.ts';

/** Whether this page may call the service, and as which app. */
export type Access =
  | { readonly state: 'asking' }
  /** The server is still loading its models, and is polled. */
  | { readonly state: 'starting' }
  /** A sign-in is required. */
  | { readonly state: 'refused' }
  | { readonly state: 'failed'; readonly error: unknown }
  | {
      readonly state: 'granted';
      readonly caller: Caller;
      readonly voices: readonly ServiceVoice[];
      /** Whether the credentials of an app were typed in. */
      readonly isTyped: boolean;
    };

export interface AccessControl {
  readonly access: Access;
  /** Tries again, after a sign-in or a failure. */
  readonly retry: () => void;
  /** Calls as an app from now on. @throws ApiError, ParlanceError if its credentials are wrong */
  readonly enter: (credentials: Credentials) => Promise<void>;
  /** Forgets the app's credentials. */
  readonly leave: () => void;
}

/** A token is replaced this long before it expires. */
const RESERVE_MS = 60_000;
const LEAST_WAIT_MS = 5000;
/** Interval at which a starting server is polled, and a few times more once it is ready, since it then creates its first app. */
const STARTING_WAIT_MS = 1500;
const MAX_ASKED_WHEN_READY = 5;

/** @param appId the app to call as, which needs a sign-in to the console; absent: the default app */
export function useAccess(appId: string | undefined): AccessControl {
  const [access, setAccess] = useState<Access>({ state: 'asking' });
  const [round, setRound] = useState(0);
  const retry = useCallback(() => setRound((before) => before + 1), []);
  const readyRounds = useRef(MAX_ASKED_WHEN_READY);
  /** The page stays as it is while a new token cannot be had, so that nothing typed or recognized is lost. */
  const isInUse = useRef(false);
  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    ask(appId).then(
      ({ access: found, lifeMs }) => {
        if (isGone) return;
        setAccess(found);
        isInUse.current = true;
        if (lifeMs !== undefined) timer = setTimeout(retry, Math.max(LEAST_WAIT_MS, lifeMs - RESERVE_MS));
      },
      async (error: unknown) => {
        const starting = isMissing(error) && (await isStarting());
        readyRounds.current = starting ? 0 : readyRounds.current + 1;
        if (isGone) return;
        const isAwaited = isMissing(error) && readyRounds.current < MAX_ASKED_WHEN_READY;
        if (isInUse.current && (isAwaited || isPassing(error))) {
          timer = setTimeout(retry, LEAST_WAIT_MS);
        } else if (isAwaited) {
          setAccess({ state: 'starting' });
          timer = setTimeout(retry, STARTING_WAIT_MS);
        } else {
          isInUse.current = false;
          setAccess(isRefusal(error) ? { state: 'refused' } : { state: 'failed', error });
        }
      },
    );
    void round;
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [appId, round, retry]);
  return {
    access,
    retry,
    async enter(credentials) {
      const granted = await grant(credentials, true);
      saveCredentials(credentials);
      setAccess(granted);
    },
    leave() {
      forgetCredentials();
      isInUse.current = false;
      setAccess({ state: 'asking' });
      retry();
    },
  };
}

interface Answer {
  readonly access: Access;
  /** Lifetime of the token; absent: it is not renewed here. */
  readonly lifeMs?: number;
}

async function ask(appId: string | undefined): Promise<Answer> {
  const kept = loadCredentials();
  if (appId === undefined && kept !== undefined) {
    try {
      return { access: await grant(kept, true) };
    } catch (error) {
      // A server that is away or not ready says nothing about the app.
      if (isPassing(error) || isMissing(error)) throw error;
      // The app was revoked, or this is another server.
      forgetCredentials();
    }
  }
  const { expiresAt, ...credentials } = await askToken(appId);
  return { access: await grant(credentials, false), lifeMs: Date.parse(expiresAt) - Date.now() };
}

async function askToken(appId: string | undefined): Promise<TryToken> {
  if (appId !== undefined) {
    return callAdmin<TryToken>(`apps/${encodeURIComponent(appId)}/try-token`, { method: 'POST' });
  }
  const response = await fetchFrom('playground/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  if (!response.ok) throw await errorOf(response);
  return (await response.json()) as TryToken;
}

async function grant(credentials: Credentials, isTyped: boolean): Promise<Access> {
  const caller = await callerOf(credentials);
  return { state: 'granted', caller, voices: await listVoices(caller), isTyped };
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

async function isStarting(): Promise<boolean> {
  return fetchFrom('readyz', {}).then(
    ({ status }) => status === 503,
    () => false,
  );
}

/** Whether the same call may succeed later. */
function isPassing(error: unknown): boolean {
  if (error instanceof ParlanceError) return error.retryable;
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** 404: the server does not have the endpoint, so only a sign-in is possible. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && [401, 403, 404].includes(error.status);
}
