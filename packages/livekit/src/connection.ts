import { createParlanceClient, type ParlanceClient } from '@parlance/client';

/** Which server, and as which app. */
export interface ConnectionOptions {
  /** Of the server, such as `http://127.0.0.1:8080`. Default: `PARLANCE_URL` of the environment. */
  readonly baseURL?: string | undefined;
  /** Token of an app. Default: `PARLANCE_TOKEN` of the environment. */
  readonly apiKey?: string | undefined;
  /** Default: the app that the token was made for. */
  readonly appId?: string | undefined;
}

/** @throws TypeError where the server or the token is missing; ParlanceError for a token that names no app */
export function connect({
  baseURL = process.env.PARLANCE_URL,
  apiKey = process.env.PARLANCE_TOKEN,
  appId,
}: ConnectionOptions): ParlanceClient {
  if (!baseURL) throw new TypeError('The server is missing: pass baseURL, or set PARLANCE_URL.');
  if (!apiKey) throw new TypeError('The token is missing: pass apiKey, or set PARLANCE_TOKEN.');
  return createParlanceClient({ url: baseURL, token: apiKey, appId });
}
