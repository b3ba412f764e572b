import { voiceQueryInput } from '@parlance/core/voices';
import { z } from 'zod';
import { VOICES_FAMILY } from './error-families.ts';
import type { Operation } from './operation.ts';

const { voice_ownership, language_code } = voiceQueryInput.shape;
const respelt = (name: string) => ({ description: `Another spelling of \`${name}\`.` });

export const VOICE_OPERATIONS: readonly Operation[] = [
  {
    method: 'GET',
    url: '/api/public/v1/voices',
    operationId: 'listVoices',
    tag: 'Voices',
    summary: 'The voices, page by page',
    description: 'The most natural ones first, then by engine, language and code.',
    access: 'app',
    query: z.object({
      ...voiceQueryInput.shape,
      voiceOwnership: voice_ownership.meta(respelt('voice_ownership')),
      languageCode: language_code.meta(respelt('language_code')),
    }),
    answers: { 200: { description: 'A page.', mediaTypes: ['text/json'], schema: 'VoiceList' } },
    errors: VOICES_FAMILY,
    faults: ['INVALID_INPUT'],
  },
  {
    method: 'GET',
    url: '/api/public/v1/voices/:code/demo.mp3',
    operationId: 'getVoiceDemo',
    tag: 'Voices',
    summary: 'What a voice sounds like',
    access: 'none',
    path: { code: 'Of the voice.' },
    answers: {
      200: { description: 'A sentence.', mediaTypes: ['audio/mpeg'] },
      206: {
        description: 'The range.',
        mediaTypes: ['audio/mpeg'],
        headers: { 'Content-Range': 'Which bytes of how many.' },
      },
      416: { description: 'The range is outside the audio.' },
    },
    errors: VOICES_FAMILY,
    faults: ['VOICE_NOT_FOUND', 'ENGINE_FAILED'],
  },
];
