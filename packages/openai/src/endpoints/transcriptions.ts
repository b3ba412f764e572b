import type { App } from '@parlance/core/accounts';
import { SpeechError } from '@parlance/core/errors';
import { joinTranscript, type RecognizedUtterance } from '@parlance/core/segmentation';
import type { RecordingTranscript } from '@parlance/core/transcription';
import {
  defineEndpoint,
  disconnectSignal,
  loadTiming,
  type OpenStream,
  openStream,
} from '@parlance/http/kit';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { EVENT_STREAM, serverEvent } from '../answers/server-events.ts';
import { doneEvent, transcript, transcriptBody, verboseTranscript } from '../answers/transcript-body.ts';
import { errorBody } from '../errors/error-family.ts';
import {
  type TranscriptFormat,
  type TranscriptionForm,
  transcriptionForm,
} from '../request/transcription-form.ts';
import { openUpload, type Upload } from '../request/upload.ts';
import { OPENAI, type OpenaiContext } from './context.ts';

/** Create transcription: the file goes to disk as it arrives, its text back whole or utterance by utterance. */
export const createTranscription = defineEndpoint({
  ...OPENAI,
  method: 'POST',
  url: '/v1/audio/transcriptions',
  operationId: 'openaiCreateTranscription',
  summary: 'Write down a recording, as OpenAI does',
  rawBody: {
    mediaType: 'multipart/form-data',
    schema: z.object({
      file: z.file().meta({
        description:
          'A recording: WAV, MP3, FLAC, Ogg Vorbis or Opus; with ffmpeg on the server any format it reads.',
      }),
      ...transcriptionForm.shape,
    }),
  },
  answers: {
    200: {
      description:
        'The transcript in the form asked for; with `stream: true` as events, utterance by utterance.',
      mediaTypes: ['application/json', 'text/plain', 'text/event-stream'],
      schema: [transcript, verboseTranscript],
    },
  },
  faults: [
    'INVALID_INPUT',
    'AUDIO_NOT_READABLE',
    'NOT_FOUND',
    'AUDIO_TOO_LARGE',
    'INSUFFICIENT_SECONDS',
    'RECOGNITION_CONCURRENCY_EXCEEDED',
    'QUEUE_FULL',
  ],
  handler:
    (context) =>
    async ({ caller, request, reply }) => {
      await context.service.requireSeconds(caller.appId);
      const release = context.uploads.take();
      try {
        const upload = await openUpload(request, context.uploadFloor);
        await transcribe(context, reply, { caller, upload });
      } finally {
        release();
      }
      return reply;
    },
});

interface Work {
  readonly caller: App;
  readonly upload: Upload;
}

async function transcribe(
  { service, stallTimeoutMs }: OpenaiContext,
  reply: FastifyReply,
  { caller, upload }: Work,
): Promise<void> {
  const signal = disconnectSignal(reply.raw);
  // Known once the upload is read, and with it before the first utterance.
  let form: TranscriptionForm | undefined;
  const checked = upload.form.then((known) => {
    form = known;
    return known;
  });
  checked.catch(() => undefined);
  const deltas = createDeltas(() => openStream(reply, EVENT_STREAM, { signal, stallTimeoutMs }));
  try {
    const heard = await service.transcribeRecording(upload.bytes, caller, {
      ...choicesOf(checked),
      signal,
      onLoad: loadTiming(reply),
      onUtterance: (utterance) => {
        if (form?.stream === true) deltas.add(utterance);
      },
    });
    const asked = await checked;
    if (asked.stream) deltas.end(heard);
    else {
      const { contentType, body } = transcriptBody(heard, asked);
      void reply.type(contentType).send(body);
    }
  } catch (cause) {
    if (!deltas.isOpen) throw cause;
    const error = SpeechError.from(cause);
    reply.log.error({ err: error }, 'transcript was cut off');
    deltas.fail(error);
  }
}

/** Subtitles are cut at words. */
const HAVE_TIMES: readonly TranscriptFormat[] = ['verbose_json', 'srt', 'vtt'];

/** What the form says of the recognizer, each as soon as it is known. */
function choicesOf(form: Promise<TranscriptionForm>) {
  const late = <Value>(pick: (known: TranscriptionForm) => Value): Promise<Value> => {
    const picked = form.then(pick);
    picked.catch(() => undefined);
    return picked;
  };
  return {
    language: late(({ language }) => language),
    model: late(({ model }) => model),
    needsWordTimes: late(
      (known) =>
        HAVE_TIMES.includes(known.response_format) && known['timestamp_granularities[]'].includes('word'),
    ),
  };
}

/** A transcript on its way out, event by event. It is opened by the first: until then an error can be an ordinary answer. */
function createDeltas(open: () => OpenStream) {
  let stream: OpenStream | undefined;
  let textSoFar = '';
  /** A transcript is small beside its audio: what its reader has not read yet may wait in memory. */
  const send = (data: object): void => {
    stream ??= open();
    stream.write(serverEvent(data)).catch(() => stream?.cutOff());
  };
  return {
    get isOpen() {
      return stream !== undefined;
    },
    add({ text }: RecognizedUtterance): void {
      const joined = joinTranscript([{ text: textSoFar }, { text }]);
      const delta = joined.slice(textSoFar.length);
      textSoFar = joined;
      if (delta !== '') send({ type: 'transcript.text.delta', delta });
    },
    end(heard: RecordingTranscript): void {
      send(doneEvent(heard));
      stream?.end();
    },
    fail(error: SpeechError): void {
      send(errorBody(error));
      stream?.end();
    },
  };
}
