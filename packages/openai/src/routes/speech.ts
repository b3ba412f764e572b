import type { TimedWord } from '@parlance/core/synthesis';
import type { FastifyInstance } from 'fastify';
import { audioForm, eventForm, sendSpeech } from '../replies/send-speech.ts';
import { loadTiming } from '../replies/server-timing.ts';
import { callerOf } from '../request/caller.ts';
import { disconnectSignal } from '../request/disconnect-signal.ts';
import { parseSpeechBody } from '../request/speech-body.ts';
import { voiceCodeOf } from '../request/voice-code.ts';
import type { RouteContext } from './route-context.ts';
import { refuseOtherMethods } from './wrong-methods.ts';

const URL = '/v1/audio/speech';

/** Create speech: the audio leaves while it is made. */
export function speechRoute(server: FastifyInstance, context: RouteContext): void {
  const { service, voices, stallTimeoutMs } = context;
  server.post(URL, async (request, reply) => {
    const body = parseSpeechBody(request.body);
    const signal = disconnectSignal(reply.raw);
    const app = callerOf(request);
    const voiceCode = await voiceCodeOf(body, { service, named: voices, appId: app.appId });
    const words: TimedWord[] = [];
    const synthesis = await service.synthesizeStream(
      {
        text: body.input,
        voiceCode,
        speed: body.speed,
        container: body.response_format,
        onWords: body.timings && ((found) => void words.push(...found)),
      },
      app,
      { signal, onLoad: loadTiming(reply) },
    );
    const form = body.stream_format === 'sse' ? eventForm(synthesis, words) : audioForm(synthesis);
    await sendSpeech(reply, synthesis, form, { signal, stallTimeoutMs });
    return reply;
  });
  refuseOtherMethods(server, URL, ['POST']);
}
