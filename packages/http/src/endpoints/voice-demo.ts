import { LRUCache } from 'lru-cache';
import { VOICES_FAMILY } from '../errors/error-families.ts';
import { defineEndpoint } from '../kit/endpoint/define-endpoint.ts';
import { DEFAULT_DEMO_CACHE_BYTES } from '../options.ts';
import { DEMO_URL } from '../request/demo-path.ts';
import { chooseRange, contentRange } from '../request/headers/byte-range.ts';
import { EVERYBODY } from './access.ts';

const MAX_AGE_SECONDS = 86_400;

/** The engine and code of a voice that everybody may hear. */
type DemoKey = readonly [engine: string | null, code: string];

/**
 * A voice's sample audio, for everybody. Rendered when it is first requested, and cached; concurrent callers wait for the
 * same rendering.
 */
export const getVoiceDemo = defineEndpoint({
  method: 'GET',
  url: DEMO_URL,
  operationId: 'getVoiceDemo',
  tag: 'Voices',
  summary: 'What a voice sounds like',
  access: EVERYBODY,
  params: { code: 'Of the voice.' },
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
  handler: ({ service, options }) => {
    if (service.renderDemo === undefined) return undefined;
    const demos = new LRUCache<string, Uint8Array>({
      maxSize: options.demoCacheBytes ?? DEFAULT_DEMO_CACHE_BYTES,
      sizeCalculation: (mp3) => Math.max(1, mp3.byteLength),
      fetchMethod: (key) => service.renderDemo?.((JSON.parse(key) as DemoKey)[1]),
    });
    /** The key has the engine, so that a voice that was assigned to an app or replaced meanwhile is not served from the cache. */
    const keyOf = async (code: string): Promise<string> => {
      const voice = (await service.usableVoices(undefined)).find((one) => one.code === code);
      return JSON.stringify([voice?.engine ?? null, code] satisfies DemoKey);
    };
    return async ({ params, request, reply }) => {
      const mp3 = await demos.forceFetch(await keyOf(params.code));
      const audio = Buffer.from(mp3.buffer, mp3.byteOffset, mp3.byteLength);
      // Some browsers do not play audio from a server without range requests.
      const range = chooseRange(request.headers.range, audio.length);
      void reply
        .type('audio/mpeg')
        .header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
        .header('x-content-type-options', 'nosniff')
        .header('accept-ranges', 'bytes');
      if (range.type === 'part') {
        void reply.code(206).header('content-range', contentRange(range, audio.length));
        return reply.send(audio.subarray(range.start, range.end + 1));
      }
      if (range.type === 'none')
        return reply.code(416).header('content-range', contentRange(undefined, audio.length)).send();
      return reply.send(audio);
    };
  },
});
