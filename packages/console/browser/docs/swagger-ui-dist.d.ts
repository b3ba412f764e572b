declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** Replaces parts of the viewer, which uses its own React. */
  export type ViewerPlugin = (system: {
    readonly React: { createElement(type: string, properties: null, children: unknown): unknown };
  }) => { readonly components: Readonly<Record<string, unknown>> };

  /** Shows an OpenAPI document. Swagger UI's documentation describes the options. */
  export default function SwaggerUI(options: {
    readonly dom_id: string;
    readonly url: string;
    readonly validatorUrl: null;
    readonly deepLinking: boolean;
    readonly defaultModelsExpandDepth: number;
    readonly plugins: readonly ViewerPlugin[];
  }): unknown;
}
