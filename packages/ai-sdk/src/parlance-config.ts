import type { FetchFunction } from '@ai-sdk/provider-utils';

/** What the models of one provider share. */
export interface ParlanceConfig {
  /** Of the server, without a slash at its end. */
  readonly baseURL: string;
  /** Read at each call, so that a provider may be made before the environment is set. @throws LoadAPIKeyError */
  readonly token: () => string;
  /** Only live transcription needs it. */
  readonly appId: () => string;
  readonly headers: () => Record<string, string>;
  readonly fetch?: FetchFunction | undefined;
  readonly webSocket?: typeof WebSocket | undefined;
}
