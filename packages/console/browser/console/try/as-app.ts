import { callAdmin, errorOf, fetchFrom } from '../../api/client.ts';
import type { TryToken } from '../../api/wire.ts';

/** A token is used again until so long before its end. */
const RESERVE_MS = 60_000;
const tokens = new Map<string, TryToken>();

/** Calls an ordinary endpoint as an app. @throws ApiError for every answer that is none of success */
export async function callAsApp(appId: string, path: string, init: RequestInit): Promise<Response> {
  const { token } = await tokenFor(appId);
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${token}`);
  headers.set('app-id', appId);
  const response = await fetchFrom(path, { ...init, headers, credentials: 'omit' });
  if (response.ok) return response;
  tokens.delete(appId);
  throw await errorOf(response);
}

async function tokenFor(appId: string): Promise<TryToken> {
  const known = tokens.get(appId);
  if (known !== undefined && Date.parse(known.expiresAt) - RESERVE_MS > Date.now()) return known;
  const path = `apps/${encodeURIComponent(appId)}/try-token`;
  const issued = await callAdmin<TryToken>(path, { method: 'POST' });
  tokens.set(appId, issued);
  return issued;
}
