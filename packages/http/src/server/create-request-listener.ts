import type { RequestListener } from 'node:http';
import { SpeechError } from '@parlance/core/errors';
import { createSpeechApp, type SpeechServerOptions } from './create-speech-app.ts';

/**
 * Creates a plain listener for `http.createServer(listener)` or Express's `app.use('/speech', listener)`. It answers every
 * request that it gets, with 404 if necessary.
 *
 * Mount it before body parsers, since it reads bodies itself.
 */
export function createRequestListener(options: SpeechServerOptions): RequestListener {
  const starting = createSpeechApp(options).then(async ({ app }) => {
    await app.ready();
    return app;
  });
  // Reported to each request below; until the first one it must not count as unhandled.
  starting.catch(() => undefined);
  return (request, response) => {
    starting
      .then((app) => {
        if (request.readableEnded) {
          throw new SpeechError(
            'INVALID_CONFIG',
            'The body was read already: mount this listener before body parsers.',
          );
        }
        app.routing(request, response);
      })
      .catch((error: unknown) => {
        options.logger?.error({ err: error }, 'request listener failed');
        response.destroy();
      });
  };
}
