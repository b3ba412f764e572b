import { GENDERS, type Voice } from '@parlance/core/engine';
import { LIMITS } from '@parlance/core/limits';
import type { SpeechService } from '@parlance/core/service';
import { defineEndpoint, json, named } from '@parlance/http/kit';
import { z } from 'zod';
import { OPENAI } from './context.ts';

const voice = z.object({
  id: z.string().meta({ description: 'What `voice` takes.' }),
  name: z.string(),
  language: z.string().meta({ description: '`en-US`.' }),
  gender: z.enum(GENDERS),
  engine: z.string(),
  word_times: z.boolean().meta({ description: 'Whether `timings` may be `word`.' }),
});
const voiceList = named('OpenaiVoiceList', z.object({ voices: z.array(voice) }));

/** List voices, as several servers with OpenAI's interface have it: all of them at once, by the names that Create speech takes. */
export const listVoices = defineEndpoint({
  ...OPENAI,
  method: 'GET',
  url: '/v1/audio/voices',
  operationId: 'openaiListVoices',
  summary: 'The voices that Create speech takes',
  answers: { 200: json('All of them.', voiceList) },
  faults: [],
  handler:
    ({ service }) =>
    async ({ caller }) => {
      const voices = await allVoices(service, caller.appId);
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

async function allVoices(service: SpeechService, appId: string): Promise<Voice[]> {
  const all: Voice[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await service.listVoices({ limit: LIMITS.voices.maxPage, cursor }, appId);
    all.push(...page.voices);
    cursor = page.nextCursor;
  }
  return all;
}
