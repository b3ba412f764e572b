import {
  NoSuchModelError,
  type ProviderV4,
  type SpeechModelV4,
  type TranscriptionModelV4,
} from '@ai-sdk/provider';
import {
  type FetchFunction,
  loadApiKey,
  loadSetting,
  withoutTrailingSlash,
  withUserAgentSuffix,
} from '@ai-sdk/provider-utils';
import { appIdOf } from './app-id.ts';
import type { ParlanceConfig } from './parlance-config.ts';
import { createSpeechModel } from './speech-model.ts';
import { createTranscriptionModel } from './transcription-model.ts';

export interface ParlanceProviderSettings {
  /** Address of the server, such as `http://127.0.0.1:8080`. Default: the environment variable `PARLANCE_URL`. */
  readonly baseURL?: string | undefined;
  /** Token of an app, or a client token. Default: the environment variable `PARLANCE_TOKEN`. */
  readonly apiKey?: string | undefined;
  /** Default: the app that the token belongs to. */
  readonly appId?: string | undefined;
  /** Sent with every HTTP request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: FetchFunction | undefined;
  /** For live transcription. Default: the global `WebSocket`. */
  readonly webSocket?: typeof WebSocket | undefined;
}

export interface ParlanceProvider extends ProviderV4 {
  /** @param modelId an installed model, to choose among its voices; any other name has no effect */
  speech(modelId?: string): SpeechModelV4;
  /** @param modelId an installed recognizer, to use it for recordings; any other name has no effect */
  transcription(modelId?: string): TranscriptionModelV4;
  speechModel(modelId: string): SpeechModelV4;
  transcriptionModel(modelId: string): TranscriptionModelV4;
}

/** Not the name of a model, so the server chooses one. */
const ANY_MODEL = 'default';

/**
 * Creates a provider for the AI SDK over one Parlance server. The environment is not read before the first call.
 *
 * @example
 * const parlance = createParlance({ baseURL: 'http://127.0.0.1:8080', apiKey: token });
 * const { audio } = await generateSpeech({ model: parlance.speech(), voice: 'joe', text: 'Hello.' });
 */
export function createParlance(settings: ParlanceProviderSettings = {}): ParlanceProvider {
  const config = configOf(settings);
  const speech = (modelId = ANY_MODEL) => createSpeechModel(modelId, config);
  const transcription = (modelId = ANY_MODEL) => createTranscriptionModel(modelId, config);
  const refuse = (modelType: 'languageModel' | 'embeddingModel' | 'imageModel') => (modelId: string) => {
    throw new NoSuchModelError({ modelId, modelType });
  };
  return {
    specificationVersion: 'v4',
    speech,
    transcription,
    speechModel: speech,
    transcriptionModel: transcription,
    languageModel: refuse('languageModel'),
    embeddingModel: refuse('embeddingModel'),
    imageModel: refuse('imageModel'),
  };
}

function configOf({
  baseURL,
  apiKey,
  appId,
  headers,
  fetch,
  webSocket,
}: ParlanceProviderSettings): ParlanceConfig {
  const token = (): string =>
    loadApiKey({ apiKey, environmentVariableName: 'PARLANCE_TOKEN', description: 'Parlance' });
  return {
    get baseURL() {
      const url = loadSetting({
        settingValue: baseURL,
        environmentVariableName: 'PARLANCE_URL',
        settingName: 'baseURL',
        description: 'Parlance server',
      });
      return withoutTrailingSlash(url) ?? url;
    },
    token,
    appId: () => appId ?? appIdOf(token()),
    headers: () => withUserAgentSuffix({ ...headers, authorization: `Bearer ${token()}` }, 'ai-sdk/parlance'),
    fetch,
    webSocket,
  };
}

/** The provider for the environment variables `PARLANCE_URL` and `PARLANCE_TOKEN`. */
export const parlance: ParlanceProvider = createParlance();
