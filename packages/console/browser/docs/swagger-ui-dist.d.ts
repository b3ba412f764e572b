declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** Draws an OpenAPI document. Its options are those of Swagger UI's own documentation. */
  export default function SwaggerUI(options: {
    readonly dom_id: string;
    readonly url: string;
    readonly validatorUrl: null;
    readonly deepLinking: boolean;
    readonly defaultModelsExpandDepth: number;
  }): unknown;
}
