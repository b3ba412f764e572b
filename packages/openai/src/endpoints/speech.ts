import type { TimedWord } from '@parlance/core/synthesis';
import { defineEndpoint, disconnectSignal, loadTiming, sendPieces } from '@parlance/http/kit';
import { audioForm, eventForm } from '../answers/speech-form.ts';
import { refuseTimingsOfAudio, speechBody } from '../request/speech-body.ts';
import { voiceCodeOf } from '../request/voice-code.ts';
import { OPENAI } from './context.ts';

const AUDIO = ['audio/mpeg', 'audio/wav', 'audio/pcm', 'audio/ogg', 'audio/aac', 'audio/flac'];

/** Create speech: the audio is sent while it is synthesized. */
export const createSpeech = defineEndpoint({
  ...OPENAI,
  method: 'POST',
  url: '/v1/audio/speech',
  operationId: 'openaiCreateSpeech',
  summary: "Synthesize a text, like OpenAI's Create speech",
  body: { schema: speechBody, example: { model: 'tts-1', voice: 'alloy', input: 'Good morning.' } },
  answers: {
    200: {
      description:
        'The audio while it is synthesized; with `stream_format: "sse"` as events, with `timings: "word"` including word timings.',
      mediaTypes: [...AUDIO, 'text/event-stream'],
      headers: {
        'X-Characters': 'Code points of the trimmed text.',
        'X-Credits': 'The exact cost.',
      },
    },
  },
  faults: [
    'INVALID_INPUT',
    'VOICE_NOT_FOUND',
    'NOT_FOUND',
    'INSUFFICIENT_CREDIT',
    'SYNTHESIS_CONCURRENCY_EXCEEDED',
    'QUEUE_FULL',
  ],
  handler:
    ({ service, voices, stallTimeoutMs }) =>
    async ({ body, caller, reply }) => {
      refuseTimingsOfAudio(body);
      const signal = disconnectSignal(reply.raw);
      const voiceCode = await voiceCodeOf(body, { service, named: voices, appId: caller.appId });
      const words: TimedWord[] = [];
      const synthesis = await service.synthesizeStream(
        {
          text: body.input,
          voiceCode,
          speed: body.speed,
          container: body.response_format,
          onWords: body.timings && ((found) => void words.push(...found)),
        },
        caller,
        { signal, onLoad: loadTiming(reply) },
      );
      const form = body.stream_format === 'sse' ? eventForm(synthesis, words) : audioForm(synthesis);
      await sendPieces(reply, synthesis.audio, form, { signal, stallTimeoutMs });
      return reply;
    },
});
