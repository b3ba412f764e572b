import { SpeechError } from '@parlance/core/errors';
import { defineEndpoint } from '@parlance/http/kit';
import { OPENAI } from './context.ts';

/** Create translation: refused before the upload is read, since no engine here translates. */
export const createTranslation = defineEndpoint({
  ...OPENAI,
  method: 'POST',
  url: '/v1/audio/translations',
  operationId: 'openaiCreateTranslation',
  summary: 'Always refused, since no engine translates',
  answers: {},
  faults: ['NOT_FOUND'],
  beforeBody: () => refuse,
  handler: () => refuse,
});

async function refuse(): Promise<never> {
  throw new SpeechError(
    'NOT_FOUND',
    'No installed model translates. POST /v1/audio/transcriptions transcribes speech in its own language.',
  );
}
