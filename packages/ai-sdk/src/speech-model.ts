import type {
  SharedV4Warning,
  SpeechModelV4,
  SpeechModelV4CallOptions,
  SpeechModelV4Result,
} from '@ai-sdk/provider';
import { createBinaryResponseHandler, postJsonToApi } from '@ai-sdk/provider-utils';
import { callParts } from './call-parts.ts';
import type { ParlanceConfig } from './parlance-config.ts';

/** One of OpenAI's names, which stands for the best voice of the server. */
const DEFAULT_VOICE = 'alloy';
const DEFAULT_FORMAT = 'mp3';
const FORMATS = new Set(['mp3', 'wav', 'pcm', 'opus', 'aac', 'flac']);

/** Synthesizes texts of up to 4096 characters. */
export function createSpeechModel(modelId: string, config: ParlanceConfig): SpeechModelV4 {
  const provider = 'parlance.speech';
  return {
    specificationVersion: 'v4',
    provider,
    modelId,
    async doGenerate(options): Promise<SpeechModelV4Result> {
      const timestamp = new Date();
      const { body, warnings } = requestOf(modelId, options);
      const { value, responseHeaders } = await postJsonToApi({
        ...callParts('/v1/audio/speech', config, options),
        body,
        successfulResponseHandler: createBinaryResponseHandler(),
      });
      return {
        audio: value,
        warnings,
        usage: usageOf(responseHeaders),
        request: { body: JSON.stringify(body) },
        response: { timestamp, modelId, ...(responseHeaders && { headers: responseHeaders }) },
      };
    },
  };
}

function requestOf(modelId: string, options: SpeechModelV4CallOptions) {
  const {
    text,
    voice = DEFAULT_VOICE,
    outputFormat = DEFAULT_FORMAT,
    speed,
    instructions,
    language,
  } = options;
  const warnings: SharedV4Warning[] = [];
  const warn = (feature: string, details: string): void => {
    warnings.push({ type: 'unsupported', feature, details });
  };
  const isFormat = FORMATS.has(outputFormat);
  if (!isFormat) warn('outputFormat', `${outputFormat} is not supported; the audio is ${DEFAULT_FORMAT}.`);
  if (instructions !== undefined) warn('instructions', 'Voices do not support instructions.');
  if (language !== undefined) warn('language', 'The voice determines the language; choose a voice.');
  for (const option of Object.keys(options.providerOptions?.parlance ?? {}))
    warn(`providerOptions.parlance.${option}`, 'Speech has no provider options.');
  const response_format = isFormat ? outputFormat : DEFAULT_FORMAT;
  return {
    warnings,
    body: { model: modelId, input: text, voice, response_format, ...(speed !== undefined && { speed }) },
  };
}

function usageOf(headers: Readonly<Record<string, string>> = {}) {
  return {
    ...(headers['x-characters'] !== undefined && { characters: Number(headers['x-characters']) }),
    // A string, since a number might round the exact decimal.
    ...(headers['x-credits'] !== undefined && { credits: headers['x-credits'] }),
  };
}
