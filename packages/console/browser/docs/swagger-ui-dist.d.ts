declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** Replaces parts of the viewer, which draws by the React that it brings along. */
  export type ViewerPlugin = (system: {
    readonly React: { createElement(type: string, properties: null, children: unknown): unknown };
  }) => { readonly components: Readonly<Record<string, unknown>> };

  /** Draws an OpenAPI document. Its options are those of Swagger UI's own documentation. */
  export default function SwaggerUI(options: {
    readonly dom_id: string;
    readonly url: string;
    readonly validatorUrl: null;
    readonly deepLinking: boolean;
    readonly defaultModelsExpandDepth: number;
    readonly plugins: readonly ViewerPlugin[];
  }): unknown;
}
