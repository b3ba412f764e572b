import { createParlanceClient, type ParlanceClient } from '@parlance/client';

/** The server and the app to use. */
export interface ConnectionOptions {
  /** Address of the server, such as `http://127.0.0.1:8080`. Default: the environment variable `PARLANCE_URL`. */
  readonly baseURL?: string | undefined;
  /** Token of an app. Default: the environment variable `PARLANCE_TOKEN`. */
  readonly apiKey?: string | undefined;
  /** Default: the app that the token belongs to. */
  readonly appId?: string | undefined;
}

/** @throws TypeError if the server or the token is missing; ParlanceError if the token contains no App ID */
export function connect({
  baseURL = process.env.PARLANCE_URL,
  apiKey = process.env.PARLANCE_TOKEN,
  appId,
}: ConnectionOptions): ParlanceClient {
  if (!baseURL) throw new TypeError('The server is missing: pass baseURL, or set PARLANCE_URL.');
  if (!apiKey) throw new TypeError('The token is missing: pass apiKey, or set PARLANCE_TOKEN.');
  return createParlanceClient({ url: baseURL, token: apiKey, appId });
}
