import type { Voice } from '@parlance/core/engine';
import { LIMITS } from '@parlance/core/limits';
import type { SpeechService } from '@parlance/core/service';
import type { FastifyInstance } from 'fastify';
import { callerOf } from '../request/caller.ts';
import type { RouteContext } from './route-context.ts';
import { refuseOtherMethods } from './wrong-methods.ts';

const URL = '/v1/audio/voices';

/** List voices, as several servers with OpenAI's interface have it: all of them at once, by the names that Create speech takes. */
export function voicesRoute(app: FastifyInstance, { service }: RouteContext): void {
  app.get(URL, async (request) => {
    const voices = await allVoices(service, callerOf(request).appId);
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
  });
  refuseOtherMethods(app, URL, ['GET', 'HEAD']);
}

async function allVoices(service: SpeechService, appId: string): Promise<Voice[]> {
  const all: Voice[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await service.listVoices({ limit: LIMITS.voices.maxPage, cursor }, appId);
    all.push(...page.voices);
    cursor = page.nextCursor;
  }
  return all;
}
