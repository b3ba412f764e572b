import { deflateSync } from 'node:zlib';
import { type RecognizedUtterance, type SpokenWord, toSrt, toVtt } from '@parlance/core/segmentation';
import { primaryLanguage } from '@parlance/core/text';
import type { RecordingTranscript } from '@parlance/core/transcription';
import { named } from '@parlance/http/kit';
import { z } from 'zod';
import type { TranscriptFormat, TranscriptionForm } from '../request/transcription-form.ts';

const seconds = z.number().min(0).meta({ description: 'Seconds.' });

const usage = z.object({
  type: z.literal('duration'),
  seconds: z.int().meta({ description: 'Rounded up.' }),
});

export const transcript = named('OpenaiTranscript', z.object({ text: z.string(), usage }));

export const verboseTranscript = named(
  'OpenaiVerboseTranscript',
  z.object({
    task: z.literal('transcribe'),
    language: z.string().meta({
      description: 'English name of the language, such as `english`; `unknown` if the engine detects none.',
    }),
    duration: seconds,
    text: z.string(),
    segments: z
      .array(
        z.object({
          id: z.int(),
          seek: z.int(),
          start: seconds,
          end: seconds,
          text: z.string(),
          tokens: z.array(z.int()).meta({ description: 'Always empty.' }),
          temperature: z.number(),
          avg_logprob: z
            .number()
            .nullable()
            .meta({ description: '`null` if the engine returns no probabilities.' }),
          compression_ratio: z.number(),
          no_speech_prob: z.null(),
        }),
      )
      .optional()
      .meta({ description: 'Utterances, unless only `word` was requested.' }),
    words: z
      .array(z.object({ word: z.string(), start: seconds, end: seconds }))
      .optional()
      .meta({ description: 'With `word`, if the engine returns times.' }),
    usage,
  }),
);

export interface TranscriptBody {
  readonly contentType: string;
  readonly body: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const PLAIN_TYPE = 'text/plain; charset=utf-8';

const usageOf = ({ durationSeconds }: RecordingTranscript) => ({
  type: 'duration',
  seconds: Math.ceil(durationSeconds),
});

const BODIES: Readonly<
  Record<TranscriptFormat, (heard: RecordingTranscript, form: TranscriptionForm) => TranscriptBody>
> = {
  json: (heard) => ({
    contentType: JSON_TYPE,
    body: JSON.stringify({ text: heard.transcript, usage: usageOf(heard) }),
  }),
  text: (heard) => ({ contentType: PLAIN_TYPE, body: `${heard.transcript}\n` }),
  srt: ({ utterances }) => ({ contentType: PLAIN_TYPE, body: toSrt(utterances) }),
  vtt: ({ utterances }) => ({ contentType: PLAIN_TYPE, body: toVtt(utterances) }),
  verbose_json: (heard, form) => ({ contentType: JSON_TYPE, body: JSON.stringify(verbose(heard, form)) }),
};

/** A transcript in the requested form. */
export function transcriptBody(heard: RecordingTranscript, form: TranscriptionForm): TranscriptBody {
  return BODIES[form.response_format](heard, form);
}

/** The last event of a streamed transcript. */
export function doneEvent(heard: RecordingTranscript): object {
  return { type: 'transcript.text.done', text: heard.transcript, usage: usageOf(heard) };
}

function verbose(heard: RecordingTranscript, form: TranscriptionForm): object {
  const { utterances, durationSeconds, language } = heard;
  const granularities = form['timestamp_granularities[]'];
  const words = utterances.flatMap((utterance) => utterance.words ?? []);
  return {
    task: 'transcribe',
    language: languageName(language),
    duration: durationSeconds,
    text: heard.transcript,
    ...(granularities.includes('segment') && {
      segments: utterances.map((utterance, id) => segmentOf(utterance, id, form.temperature ?? 0)),
    }),
    // Omitted if the engine returns no times, since an empty list would mean that there are no words.
    ...(granularities.includes('word') && words.length > 0 && { words: words.map(wordOf) }),
    usage: usageOf(heard),
  };
}

const wordOf = ({ text, startTime, endTime }: SpokenWord) => ({ word: text, start: startTime, end: endTime });

/** Those of Whisper's measures that do not depend on Whisper; `null` if the engine does not return them. */
function segmentOf(
  { text, startTime, endTime, meanLogProbability }: RecognizedUtterance,
  id: number,
  temperature: number,
) {
  return {
    id,
    seek: 0,
    start: startTime,
    end: endTime,
    text,
    tokens: [],
    temperature,
    avg_logprob: meanLogProbability ?? null,
    compression_ratio: compressionRatio(text),
    no_speech_prob: null,
  };
}

function compressionRatio(text: string): number {
  const bytes = Buffer.from(text);
  return bytes.byteLength / deflateSync(bytes).byteLength;
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** The language's name as Whisper returns it, such as `english`. A region or script is left out: callers may send one that does not exist. */
function languageName(code: string | undefined): string {
  return code === undefined ? 'unknown' : (languageNames.of(primaryLanguage(code)) ?? code).toLowerCase();
}
