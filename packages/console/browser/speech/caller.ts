import { createParlanceClient, type ParlanceClient } from '@parlance/client';
import { ROOT } from '../api/client.ts';

/** Which app the page calls as. */
export interface Credentials {
  readonly appId: string;
  readonly token: string;
}

/** An app's credentials, and the client that calls with them. */
export interface Caller extends Credentials {
  readonly client: ParlanceClient;
}

export function callerOf(credentials: Credentials): Caller {
  return { ...credentials, client: createParlanceClient({ url: ROOT.href, ...credentials }) };
}
