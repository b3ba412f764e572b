import { type Endpoint, type OpenApiPart, openApiPart } from '@parlance/http/kit';
import { MODEL_ENDPOINTS } from '@parlance/openai-kit';
import type { OpenaiContext } from './context.ts';
import { createSpeech } from './speech.ts';
import { createTranscription } from './transcriptions.ts';
import { createTranslation } from './translations.ts';
import { listVoices } from './voices.ts';

/** OpenAI's audio endpoints, and those that clients expect beside them. */
export const OPENAI_ENDPOINTS: readonly Endpoint<OpenaiContext>[] = [
  createSpeech,
  createTranscription,
  listVoices,
  createTranslation,
  ...MODEL_ENDPOINTS,
];

/**
 * OpenAI's audio endpoints as a part of an OpenAPI document, made of the very schemas that requests are parsed with; for
 * the option `openApiParts` of `@parlance/http`, when both are mounted at one address.
 */
export function openaiApi(): OpenApiPart {
  return openApiPart(OPENAI_ENDPOINTS, {
    tags: { OpenAI: "OpenAI's audio endpoints, for clients that exist already." },
    securitySchemes: {
      openaiKey: {
        type: 'http',
        scheme: 'bearer',
        description: "An app's token, as OpenAI's clients send an API key.",
      },
    },
  });
}
