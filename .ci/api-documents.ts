import { openApiDocument } from '@parlance/http';
import { openaiApi } from '@parlance/openai';
import { openaiRealtimeApi } from '@parlance/realtime';
import { asyncApiDocument } from '@parlance/websocket';

/** @returns what stands in docs/api, by name: a server with everything that there is */
export function apiDocuments(): Readonly<Record<'openapi.json' | 'asyncapi.json', object>> {
  return {
    'openapi.json': openApiDocument({ parts: [openaiApi(), openaiRealtimeApi()] }),
    'asyncapi.json': asyncApiDocument(),
  };
}
