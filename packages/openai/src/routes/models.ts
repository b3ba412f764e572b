import { SpeechError } from '@parlance/core';
import type { FastifyInstance } from 'fastify';
import type { RouteContext } from './route-context.ts';
import { refuseOtherMethods } from './wrong-methods.ts';

/** Models have no date of their own here; OpenAI's clients want one. */
const CREATED_SECONDS = 0;

const modelOf = (id: string) => ({ id, object: 'model', created: CREATED_SECONDS, owned_by: 'parlance' });

/** List models and Retrieve model. */
export function modelRoutes(app: FastifyInstance, { models }: RouteContext): void {
  const names = [...new Set([...models.speech, ...models.transcription])];
  app.get('/v1/models', async () => ({ object: 'list', data: names.map(modelOf) }));
  app.get<{ Params: { id: string } }>('/v1/models/:id', async ({ params }) => {
    requireModel(names, params.id);
    return modelOf(params.id);
  });
  for (const url of ['/v1/models', '/v1/models/:id']) refuseOtherMethods(app, url, ['GET', 'HEAD']);
}

const SHOWN_NAME_CHARS = 64;

/** @throws SpeechError `NOT_FOUND` naming the models there are */
export function requireModel(names: readonly string[], name: string): void {
  if (names.includes(name)) return;
  throw new SpeechError(
    'NOT_FOUND',
    `The model ${JSON.stringify(name.slice(0, SHOWN_NAME_CHARS))} does not exist here; the models are ${names.join(', ')}.`,
    { field: 'model' },
  );
}
