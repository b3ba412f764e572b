import { LINK_HEADERS } from '../answers/send-stored-audio.ts';
import { voice } from '../answers/voice-list.ts';
import { SECURITY_SCHEMES } from '../endpoints/access.ts';
import type { Endpoint } from '../kit/endpoint/endpoint.ts';
import type { JsonSchema } from '../kit/openapi/json-schema.ts';
import { type OpenApiPart, openApiPart } from '../kit/openapi/open-api-part.ts';

const OPENAPI_VERSION = '3.1.1';

/** The groups of endpoints. */
const TAGS = {
  Speech: 'Text to speech: at once, or as a job of any length.',
  Recognition: 'Speech to text of recordings. Live recognition is a WebSocket: see /asyncapi.json.',
  Voices: 'The catalogue.',
  Tokens: 'For browsers.',
  Legacy: 'The legacy endpoint for speech.',
  Admin: 'Apps, accounts and reports, for the operator.',
  Server: 'Probes and metrics for machines, and the documents of the interface.',
} as const;

const RULES = {
  tags: TAGS,
  securitySchemes: SECURITY_SCHEMES,
  answersCarry: { 'X-Request-Id': "Also in each line of the server's log." },
  headers: LINK_HEADERS,
  schemas: [voice],
};

/** The OpenAPI document of endpoints of this package, and of what other packages mounted at the same address. */
export function writeDocument(
  endpoints: readonly Endpoint<never>[],
  otherParts: readonly OpenApiPart[] = [],
): JsonSchema {
  const parts = [openApiPart(endpoints, RULES), ...otherParts];
  const merged = (member: 'schemas' | 'headers' | 'securitySchemes'): JsonSchema =>
    Object.assign({}, ...parts.map(({ components }) => components[member]));
  return {
    openapi: OPENAPI_VERSION,
    info: {
      title: 'Parlance',
      version: '1.0.0',
      summary: 'Text to speech and speech to text on your own machine.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: './', description: 'Where this document comes from.' }],
    tags: parts.flatMap(({ tags }) => tags),
    paths: Object.assign({}, ...parts.map(({ paths }) => paths)),
    components: {
      schemas: merged('schemas'),
      headers: merged('headers'),
      securitySchemes: merged('securitySchemes'),
    },
  };
}
