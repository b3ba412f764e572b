import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { VOICE_LIST_ERRORS } from '../errors/error-reply.ts';
import { DEFAULT_DEMO_CACHE_BYTES } from '../options.ts';
import { chooseRange, contentRange } from '../request/byte-range.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const URL = '/api/public/v1/voices/:code/demo.mp3';
const MAX_AGE_SECONDS = 86_400;

export function demoPath(voiceCode: string): string {
  return URL.replace(':code', encodeURIComponent(voiceCode));
}

/** The engine of a voice that everybody may hear, and its code. */
type DemoKey = readonly [engine: string | null, code: string];

/**
 * A voice's sample audio, for everybody. Rendered when first asked for and kept; callers who ask meanwhile wait for the
 * same rendering.
 */
export function voiceDemoRoute(app: FastifyInstance, { service, options }: RouteContext): void {
  if (service.renderDemo === undefined) return;
  const demos = new LRUCache<string, Uint8Array>({
    maxSize: options.demoCacheBytes ?? DEFAULT_DEMO_CACHE_BYTES,
    sizeCalculation: (mp3) => Math.max(1, mp3.byteLength),
    fetchMethod: (key) => service.renderDemo?.((JSON.parse(key) as DemoKey)[1]),
  });
  /** A voice that was given to an app, or is another one by now, is not heard from the cache. */
  const keyOf = async (code: string): Promise<string> => {
    const voice = (await service.usableVoices(undefined)).find((one) => one.code === code);
    return JSON.stringify([voice?.engine ?? null, code] satisfies DemoKey);
  };
  app.route<{ Params: { code: string } }>({
    method: 'GET',
    url: URL,
    handler: async (request, reply) => {
      const mp3 = await demos.forceFetch(await keyOf(request.params.code));
      const audio = Buffer.from(mp3.buffer, mp3.byteOffset, mp3.byteLength);
      // Some browsers play no audio from a server that knows no ranges.
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
    },
  });
  refuseOtherMethods(app, URL, ['GET'], { style: VOICE_LIST_ERRORS });
}
