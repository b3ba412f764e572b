import type { FetchFunction } from '@ai-sdk/provider-utils';

/** The configuration that the models of one provider share. */
export interface ParlanceConfig {
  /** Address of the server, without a trailing slash. */
  readonly baseURL: string;
  /** Read at each call, so that a provider can be created before the environment is set. @throws LoadAPIKeyError */
  readonly token: () => string;
  /** Only live transcription needs it. */
  readonly appId: () => string;
  readonly headers: () => Record<string, string>;
  readonly fetch?: FetchFunction | undefined;
  readonly webSocket?: typeof WebSocket | undefined;
}
