import { type Endpoint, type OpenApiPart, openApiPart } from '@parlance/http/kit';
import { MODEL_ENDPOINTS } from '@parlance/openai-kit';
import type { OpenaiContext } from './context.ts';
import { createSpeech } from './speech.ts';
import { createTranscription } from './transcriptions.ts';
import { createTranslation } from './translations.ts';
import { listVoices } from './voices.ts';

/** OpenAI's audio endpoints, and others that clients expect with them. */
export const OPENAI_ENDPOINTS: readonly Endpoint<OpenaiContext>[] = [
  createSpeech,
  createTranscription,
  listVoices,
  createTranslation,
  ...MODEL_ENDPOINTS,
];

/**
 * OpenAI's audio endpoints as a part of an OpenAPI document, generated from the schemas that parse requests. For the option `openApiParts`
 * of `@parlance/http`, if both are mounted at one address.
 */
export function openaiApi(): OpenApiPart {
  return openApiPart(OPENAI_ENDPOINTS, {
    tags: { OpenAI: "OpenAI's audio endpoints, for existing clients." },
    securitySchemes: {
      openaiKey: {
        type: 'http',
        scheme: 'bearer',
        description: "An app's token, sent like an OpenAI API key.",
      },
    },
  });
}
