import { SpeechError } from '@parlance/core/errors';
import { LIMITS } from '@parlance/core/limits';
import { joinTranscript, type RecognizedUtterance } from '@parlance/core/segmentation';
import type { RecordingTranscript } from '@parlance/core/transcription';
import {
  defineEndpoint,
  disconnectSignal,
  loadTiming,
  type OpenStream,
  openStream,
  openUpload,
} from '@parlance/http/kit';
import { errorBody } from '@parlance/openai-kit';
import { z } from 'zod';
import { EVENT_STREAM, serverEvent } from '../answers/server-events.ts';
import { doneEvent, transcript, transcriptBody, verboseTranscript } from '../answers/transcript-body.ts';
import {
  createFormFields,
  type TranscriptFormat,
  type TranscriptionForm,
  transcriptionForm,
} from '../request/transcription-form.ts';
import { OPENAI } from './context.ts';

/** Create transcription: the upload is written to disk as it arrives; the text is returned complete or utterance by utterance. */
export const createTranscription = defineEndpoint({
  ...OPENAI,
  method: 'POST',
  url: '/v1/audio/transcriptions',
  operationId: 'openaiCreateTranscription',
  summary: "Transcribe a recording, like OpenAI's Create transcription",
  rawBody: {
    mediaType: 'multipart/form-data',
    schema: z.object({
      file: z.file().meta({
        description:
          'A recording: WAV, MP3, FLAC, Ogg Vorbis or Opus; with ffmpeg on the server any format that it reads.',
      }),
      ...transcriptionForm.shape,
    }),
  },
  answers: {
    200: {
      description:
        'The transcript in the requested format; with `stream: true` as events, utterance by utterance.',
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
    ({ service, stallTimeoutMs, uploads, uploadFloor }) =>
    async ({ caller, request, reply }) => {
      await service.requireSeconds(caller.appId);
      const release = uploads.take();
      const signal = disconnectSignal(reply.raw);
      const events = createTranscriptEvents(() =>
        openStream(reply, EVENT_STREAM, { signal, stallTimeoutMs }),
      );
      try {
        const { form, bytes } = await openUpload(request, {
          fileField: 'file',
          fileBytes: LIMITS.transcription.batchFileBytes,
          floor: uploadFloor,
          fields: createFormFields(),
        });
        const heard = await service.transcribeRecording(bytes, caller, {
          language: form.then(({ language }) => language),
          model: form.then(({ model }) => model),
          wordTimesField: form.then(wordTimesField),
          signal,
          onLoad: loadTiming(reply),
          onUtterance: form.then(({ stream }) => (stream ? events.add : undefined)),
        });
        const asked = await form;
        if (asked.stream) events.end(heard);
        else {
          const { contentType, body } = transcriptBody(heard, asked);
          void reply.type(contentType).send(body);
        }
      } catch (cause) {
        if (!events.isOpen) throw cause;
        const error = SpeechError.from(cause);
        if (signal.aborted) reply.log.info('client left before the end of its transcript');
        else reply.log.error({ err: error }, 'transcript was cut off');
        events.fail(error);
      } finally {
        release();
      }
      return reply;
    },
});

/** The formats that use word timings: subtitles are cut at words. */
const HAVE_TIMES: readonly TranscriptFormat[] = ['verbose_json', 'srt', 'vtt'];

function wordTimesField(form: TranscriptionForm): string | undefined {
  const isAsked = form['timestamp_granularities[]'].includes('word');
  return isAsked && HAVE_TIMES.includes(form.response_format) ? 'timestamp_granularities' : undefined;
}

/** Sends a transcript as events. The first event opens the stream; until then an error can be an ordinary answer. */
function createTranscriptEvents(open: () => OpenStream) {
  let stream: OpenStream | undefined;
  let textSoFar = '';
  /** Not awaited: a transcript is small compared to its audio, so unread events may stay in memory. */
  const send = (data: object): OpenStream => {
    stream ??= open();
    const opened = stream;
    opened.write(serverEvent(data)).catch(() => opened.cutOff());
    return opened;
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
      send(doneEvent(heard)).end();
    },
    fail(error: SpeechError): void {
      send(errorBody(error)).end();
    },
  };
}
