import type { Endpoint } from '../endpoint/endpoint.ts';
import type { NamedSchema } from '../named-schema.ts';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';
import { createOperationWriter, headerObject, SHARED_HEADERS } from './operation-object.ts';

/** Endpoints of one package as part of an OpenAPI 3.1 document, which is assembled from parts of several packages. */
export interface OpenApiPart {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** Path items by their path. */
  readonly paths: Readonly<Record<string, JsonSchema>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
    readonly headers?: Readonly<Record<string, JsonSchema>>;
  };
}

export interface OpenApiPartRules {
  /** Descriptions of the groups that endpoints name as their `tag`. Unused groups are left out. */
  readonly tags: Readonly<Record<string, string>>;
  readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  /** Headers of every answer, and their meaning. */
  readonly answersCarry?: Readonly<Record<string, string>>;
  /** The meaning of headers of several answers: described once, and referred to. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Schemas to keep in the document besides those of the endpoints. */
  readonly schemas?: readonly NamedSchema[];
}

/** Describes endpoints with the schemas that parse requests. */
export function openApiPart(
  endpoints: readonly Endpoint<never>[],
  { tags, securitySchemes, answersCarry = {}, headers = {}, schemas = [] }: OpenApiPartRules,
): OpenApiPart {
  const shared = { ...answersCarry, ...SHARED_HEADERS, ...headers };
  const write = createOperationWriter({ answersCarry, sharedHeaders: shared });
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.url.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = write(endpoint);
  }
  const used = new Set(endpoints.map(({ tag }) => tag));
  return {
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(
        [...namedSchemasOf(endpoints), ...schemas].map(({ name, schema }) => [
          name,
          jsonSchemaOf(schema, 'output'),
        ]),
      ),
      headers: Object.fromEntries(Object.entries(shared).map(([name, text]) => [name, headerObject(text)])),
      securitySchemes,
    },
  };
}

/** @returns the bodies of all answers that the endpoints name, errors included */
export function namedSchemasOf(endpoints: readonly Endpoint<never>[]): readonly NamedSchema[] {
  const all = endpoints.flatMap(({ answers, errors }) => [
    errors.schema,
    ...Object.values(answers).flatMap(({ schema = [] }) => schema),
  ]);
  return [...new Set(all)];
}
