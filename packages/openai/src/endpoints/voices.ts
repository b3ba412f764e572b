import { GENDERS } from '@parlance/core/engine';
import { defineEndpoint, json, named } from '@parlance/http/kit';
import { z } from 'zod';
import { OPENAI } from './context.ts';

const voice = z.object({
  id: z.string().meta({ description: 'The value for `voice`.' }),
  name: z.string(),
  language: z.string().meta({ description: '`en-US`.' }),
  gender: z.enum(GENDERS),
  engine: z.string(),
  word_times: z.boolean().meta({ description: 'Whether `timings` may be `word`.' }),
});
const voiceList = named('OpenaiVoiceList', z.object({ voices: z.array(voice) }));

/** List voices, as several OpenAI-compatible servers do: all of them at once, by the names that Create speech accepts. */
export const listVoices = defineEndpoint({
  ...OPENAI,
  method: 'GET',
  url: '/v1/audio/voices',
  operationId: 'openaiListVoices',
  summary: 'The voices that Create speech accepts',
  answers: { 200: json('All voices.', voiceList) },
  faults: [],
  handler:
    ({ service }) =>
    async ({ caller }) => {
      const voices = await service.usableVoices(caller.appId);
      return {
        voices: voices.map(({ code, name, languageCode, gender, engine }) => ({
          id: code,
          name,
          language: languageCode,
          gender,
          engine,
          word_times: service.findsWordTimes(languageCode),
        })),
      };
    },
});
