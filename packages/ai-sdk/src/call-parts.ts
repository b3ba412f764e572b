import { combineHeaders } from '@ai-sdk/provider-utils';
import { failedResponseHandler } from './failed-response-handler.ts';
import type { ParlanceConfig } from './parlance-config.ts';

interface CallOptions {
  readonly headers?: Record<string, string | undefined> | undefined;
  readonly abortSignal?: AbortSignal | undefined;
}

/** The options that every HTTP call to the endpoint at `path` shares, for the SDK's post functions. */
export function callParts(path: string, config: ParlanceConfig, { headers, abortSignal }: CallOptions) {
  const { fetch } = config;
  return {
    url: `${config.baseURL}${path}`,
    headers: combineHeaders(config.headers(), headers),
    failedResponseHandler,
    ...(abortSignal && { abortSignal }),
    ...(fetch && { fetch }),
  };
}
