import { createParlanceClient, type ParlanceClient } from '@parlance/client';
import { ROOT } from '../api/client.ts';
import { type Credentials, getJson } from './service-call.ts';

/** An app's credentials, and the client that calls with them. */
export interface Caller extends Credentials {
  readonly client: ParlanceClient;
  /** Whether recognition returns word timings. */
  readonly hearsWordTimes: boolean;
}

interface ModelList {
  readonly data: readonly { readonly word_times?: boolean }[];
}

/** @throws ApiError if the credentials are wrong */
export async function callerOf(credentials: Credentials): Promise<Caller> {
  const { data } = await getJson<ModelList>(credentials, 'v1/models');
  // Recognizers are listed in the order in which they are chosen.
  const recognizer = data.find(({ word_times }) => word_times !== undefined);
  return {
    ...credentials,
    client: createParlanceClient({ url: ROOT.href, ...credentials }),
    hearsWordTimes: recognizer?.word_times === true,
  };
}
