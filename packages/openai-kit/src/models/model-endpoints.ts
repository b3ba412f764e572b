import { SpeechError } from '@parlance/core/errors';
import type { SpeechService, UsableModel } from '@parlance/core/service';
import { defineEndpoint, type Endpoint, json, named } from '@parlance/http/kit';
import { z } from 'zod';
import { openaiEndpoints } from '../api-key.ts';

/** The model names that are listed for clients. They have no effect: the service uses its own voices and recognizers. */
export interface OpenaiModels {
  readonly speech: readonly string[];
  readonly transcription: readonly string[];
}

export const DEFAULT_OPENAI_MODELS: OpenaiModels = {
  speech: ['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts'],
  transcription: ['whisper-1', 'gpt-4o-transcribe', 'gpt-4o-mini-transcribe'],
};

export interface ModelContext {
  readonly service: Pick<SpeechService, 'usableModels'>;
  readonly models: OpenaiModels;
}

const OPENAI = openaiEndpoints<ModelContext>();

/** Models have no creation date here, but OpenAI's clients require one. */
const CREATED_SECONDS = 0;
const SHOWN_NAME_CHARS = 64;

const modelMembers = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.int(),
  owned_by: z.literal('parlance'),
  word_times: z.boolean().optional().meta({
    description:
      'For an installed recognizer: whether `timestamp_granularities[]` may be `word` without `language`.',
  }),
});
const model = named('OpenaiModel', modelMembers);
const modelList = named(
  'OpenaiModelList',
  z.object({ object: z.literal('list'), data: z.array(modelMembers) }),
);
const audioModelList = named('OpenaiAudioModelList', z.object({ models: z.array(modelMembers) }));

function modelOf({ service }: ModelContext, id: string) {
  const recognizer = service.usableModels().find((known) => known.id === id && known.task === 'recognition');
  const wordTimes = recognizer && { word_times: recognizer.wordTimes === true };
  return { id, object: 'model', created: CREATED_SECONDS, owned_by: 'parlance', ...wordTimes };
}

function installed({ service }: ModelContext, ...tasks: readonly UsableModel['task'][]): string[] {
  return service.usableModels().flatMap(({ id, task }) => (tasks.includes(task) ? id : []));
}

/** A request may use other names too; only the name of an installed model has an effect. */
function namesOf(context: ModelContext): string[] {
  const { speech, transcription } = context.models;
  return [...new Set([...speech, ...transcription, ...installed(context, 'synthesis', 'recognition')])];
}

/** List models. */
const listModels = defineEndpoint({
  ...OPENAI,
  method: 'GET',
  url: '/v1/models',
  operationId: 'openaiListModels',
  summary: 'The usual names for `model`, and the installed models',
  answers: { 200: json('All models.', modelList) },
  faults: [],
  handler: (context) => async () => ({
    object: 'list',
    data: namesOf(context).map((id) => modelOf(context, id)),
  }),
});

/** List audio models, which Open WebUI requests for its list of speech models. */
const listAudioModels = defineEndpoint({
  ...OPENAI,
  method: 'GET',
  url: '/v1/audio/models',
  operationId: 'openaiListAudioModels',
  summary: 'The speech models, in the form for Open WebUI',
  answers: { 200: json('All speech models.', audioModelList) },
  faults: [],
  handler: (context) => async () => ({
    models: [...new Set([...context.models.speech, ...installed(context, 'synthesis')])].map((id) =>
      modelOf(context, id),
    ),
  }),
});

/** Retrieve model. */
const getModel = defineEndpoint({
  ...OPENAI,
  method: 'GET',
  url: '/v1/models/:id',
  operationId: 'openaiGetModel',
  summary: 'One model',
  params: { id: 'An id from List models.' },
  answers: { 200: json('The model.', model) },
  faults: ['NOT_FOUND'],
  handler:
    (context) =>
    async ({ params: { id } }) => {
      const names = namesOf(context);
      if (names.includes(id)) return modelOf(context, id);
      const shown = JSON.stringify(id.slice(0, SHOWN_NAME_CHARS));
      const message = `There is no model ${shown}; the models are ${names.join(', ')}.`;
      throw new SpeechError('NOT_FOUND', message, { field: 'model' });
    },
});

export const MODEL_ENDPOINTS: readonly Endpoint<ModelContext>[] = [listAudioModels, listModels, getModel];
