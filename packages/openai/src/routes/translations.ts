import { SpeechError } from '@parlance/core/errors';
import type { FastifyInstance } from 'fastify';
import { refuseOtherMethods } from './wrong-methods.ts';

const URL = '/v1/audio/translations';

/** Create translation: no engine here translates, and that is said before an upload is read. */
export function translationsRoute(app: FastifyInstance): void {
  const refuse = async (): Promise<never> => {
    throw new SpeechError(
      'NOT_FOUND',
      'No installed model translates. POST /v1/audio/transcriptions writes down what is said in its own language.',
      { field: 'model' },
    );
  };
  app.post(URL, { onRequest: refuse }, refuse);
  refuseOtherMethods(app, URL, ['POST']);
}
