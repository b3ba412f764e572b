import { SpeechError } from '@parlance/core/errors';
import type { UsableModel } from '@parlance/core/service';
import type { FastifyInstance } from 'fastify';
import type { RouteContext } from './route-context.ts';
import { refuseOtherMethods } from './wrong-methods.ts';

/** Models have no date of their own here; OpenAI's clients want one. */
const CREATED_SECONDS = 0;
const SHOWN_NAME_CHARS = 64;

const named = (id: string) => ({ id, object: 'model', created: CREATED_SECONDS, owned_by: 'parlance' });

/**
 * List models and Retrieve model; and List audio models, which Open WebUI asks for to offer what speaks. A request may name others
 * as well: only the name of an installed model chooses anything.
 */
export function modelRoutes(app: FastifyInstance, { models, service }: RouteContext): void {
  const installed = (...tasks: readonly UsableModel['task'][]): string[] =>
    service.usableModels().flatMap(({ id, task }) => (tasks.includes(task) ? id : []));
  const names = (): string[] => [
    ...new Set([...models.speech, ...models.transcription, ...installed('synthesis', 'recognition')]),
  ];
  const modelOf = (id: string) => {
    const recognizer = service
      .usableModels()
      .find((model) => model.id === id && model.task === 'recognition');
    return { ...named(id), ...(recognizer && { word_times: recognizer.wordTimes === true }) };
  };
  app.get('/v1/models', async () => ({ object: 'list', data: names().map(modelOf) }));
  app.get('/v1/audio/models', async () => ({
    models: [...new Set([...models.speech, ...installed('synthesis')])].map(modelOf),
  }));
  app.get<{ Params: { id: string } }>('/v1/models/:id', async ({ params: { id } }) => {
    if (names().includes(id)) return modelOf(id);
    const shown = JSON.stringify(id.slice(0, SHOWN_NAME_CHARS));
    const message = `There is no model ${shown}; the models are ${names().join(', ')}.`;
    throw new SpeechError('NOT_FOUND', message, { field: 'model' });
  });
  for (const url of ['/v1/models', '/v1/audio/models', '/v1/models/:id']) {
    refuseOtherMethods(app, url, ['GET', 'HEAD']);
  }
}
