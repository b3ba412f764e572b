import { vocabularyInput, vocabularyTrialInput } from '@parlance/core/administration';
import { z } from 'zod';
import { maybeTime } from '../../answers/times.ts';
import { disconnectSignal } from '../../kit/disconnect-signal.ts';
import { defineEndpoint } from '../../kit/endpoint/define-endpoint.ts';
import { json } from '../../kit/endpoint/json-answer.ts';
import { named } from '../../kit/named-schema.ts';
import { ONE_APP } from './operator.ts';

const URL = '/admin/v1/apps/:appId/vocabulary';
/** The maximum number of terms with the maximum length, in characters of four bytes. */
const MAX_BODY_BYTES = 6_000_000;

const appVocabulary = named(
  'AppVocabulary',
  z.strictObject({
    appId: z.string(),
    terms: z.array(
      z.strictObject({
        term: z.string(),
        saidAs: z.string().optional(),
        heardAs: z.array(z.string()).optional(),
      }),
    ),
    changedAt: maybeTime.meta({ description: '`null`: it never had any.' }),
  }),
);

export const getVocabulary = defineEndpoint({
  ...ONE_APP,
  method: 'GET',
  url: URL,
  operationId: 'getVocabulary',
  summary: 'Names and words of an app: how they are written, spoken and recognized',
  answers: { 200: json('The terms.', appVocabulary) },
  faults: ['NOT_FOUND', 'STORAGE_FAILED'],
  handler:
    ({ service }) =>
    ({ params }) =>
      service.getVocabulary(params.appId),
});

export const putVocabulary = defineEndpoint({
  ...ONE_APP,
  method: 'PUT',
  url: URL,
  operationId: 'putVocabulary',
  summary: "Put an app's terms in place of all that it had",
  description:
    'They apply to new calls at once, and in other processes on the same storage within two seconds. An empty list removes all.',
  maxBodyBytes: MAX_BODY_BYTES,
  body: {
    schema: vocabularyInput,
    example: { terms: [{ term: 'Siobhan', saidAs: 'shivawn', heardAs: ['chevron'] }] },
  },
  answers: { 200: json('The terms.', appVocabulary) },
  faults: ['INVALID_INPUT', 'NOT_FOUND', 'STORAGE_FAILED'],
  handler:
    ({ service }) =>
    ({ params, body, caller }) =>
      service.putVocabulary(params.appId, body.terms, caller),
});

const termTrial = z.strictObject({
  term: z.string(),
  sentences: z.int().meta({ description: 'How often it was synthesized.' }),
  right: z.int().meta({ description: 'How often it was recognized correctly, ignoring case.' }),
  forms: z.array(z.string()).meta({ description: 'What was recognized instead: candidates for `heardAs`.' }),
  ordinary: z.array(z.string()).meta({
    description:
      'Ordinary words that were recognized instead: in `heardAs` they would be replaced everywhere.',
  }),
});

const vocabularyTrials = named(
  'VocabularyTrials',
  z.strictObject({ voiceCode: z.string(), trials: z.array(termTrial) }),
);

export const tryVocabulary = defineEndpoint({
  ...ONE_APP,
  method: 'POST',
  url: `${URL}/trials`,
  operationId: 'tryVocabulary',
  summary: 'What the recognizer understands when a voice speaks terms',
  description:
    'Up to 10 terms, four English sentences each, while the caller waits: some 10 s of one core. Nothing is stored or charged.',
  body: { schema: vocabularyTrialInput, example: { terms: [{ term: 'Siobhan', saidAs: 'shivawn' }] } },
  answers: {
    200: json('What was heard.', vocabularyTrials),
  },
  faults: [
    'INVALID_INPUT',
    'NOT_FOUND',
    'VOICE_NOT_FOUND',
    'LANGUAGE_NOT_SUPPORTED',
    'ENGINE_UNAVAILABLE',
    'QUEUE_FULL',
    'STORAGE_FAILED',
  ],
  handler: ({ service: { admin } }) =>
    admin &&
    (async ({ params, body, reply }) =>
      admin.tryVocabulary(params.appId, body, { signal: disconnectSignal(reply.raw) })),
});
