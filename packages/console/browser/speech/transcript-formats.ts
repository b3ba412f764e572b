import { type KeptUtterance, toSrt, toVtt } from '@parlance/core/segmentation';

/** A transcript with times. */
export interface TimedTranscript {
  readonly text: string;
  readonly durationSeconds: number;
  readonly utterances: readonly KeptUtterance[];
}

export const TRANSCRIPT_FORMATS = ['txt', 'srt', 'vtt', 'json'] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

interface Export {
  readonly contentType: string;
  readonly write: (transcript: TimedTranscript) => string;
}

const EXPORTS: Readonly<Record<TranscriptFormat, Export>> = {
  txt: {
    contentType: 'text/plain',
    write: ({ utterances }) => `${utterances.map(({ text }) => text).join('\n')}\n`,
  },
  srt: { contentType: 'application/x-subrip', write: ({ utterances }) => toSrt(utterances) },
  vtt: { contentType: 'text/vtt', write: ({ utterances }) => toVtt(utterances) },
  json: {
    contentType: 'application/json',
    write: (transcript) => `${JSON.stringify(transcript, undefined, 2)}\n`,
  },
};

export function transcriptFile(transcript: TimedTranscript, format: TranscriptFormat): Blob {
  const { contentType, write } = EXPORTS[format];
  return new Blob([write(transcript)], { type: `${contentType};charset=utf-8` });
}
