import type { AdminContext } from '../endpoints/context.ts';
import { ENDPOINTS } from '../endpoints/endpoints.ts';
import type { Endpoint } from '../kit/endpoint/endpoint.ts';
import type { JsonSchema } from '../kit/openapi/json-schema.ts';
import type { OpenApiPart } from '../kit/openapi/open-api-part.ts';
import { writeDocument } from './write-document.ts';

/**
 * The OpenAPI document of a server with every endpoint of the REST interface, generated from the schemas that parse requests.
 *
 * @param options.parts what other packages mounted at the same address
 */
export function openApiDocument({
  parts = [],
}: {
  readonly parts?: readonly OpenApiPart[];
} = {}): JsonSchema {
  return writeDocument(ENDPOINTS satisfies readonly Endpoint<AdminContext>[], parts);
}
