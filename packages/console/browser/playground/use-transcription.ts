import { useEffect, useRef, useState } from 'preact/hooks';
import type { Caller } from '../speech/caller.ts';
import { peaksOfFile } from '../speech/peaks.ts';
import { upload } from '../speech/service-call.ts';
import type { TimedTranscript } from '../speech/transcript-formats.ts';

/** A recording and the state of its transcription. */
export interface FileTranscription {
  readonly file: File;
  readonly phase: 'uploading' | 'recognizing' | 'done' | 'failed';
  /** 0 to 1. */
  readonly uploadedShare: number;
  /** Absent until the file was decoded, or if the browser cannot decode it. */
  readonly peaks?: readonly number[];
  readonly transcript?: TimedTranscript;
  /** From the file to its transcript. */
  readonly tookMs?: number;
}

export interface TranscriptionControl {
  readonly current: FileTranscription | undefined;
  readonly error: unknown;
  readonly open: (file: File) => void;
  readonly cancel: () => void;
}

interface VerboseTranscript {
  readonly text: string;
  readonly duration: number;
  readonly segments: readonly { readonly start: number; readonly end: number; readonly text: string }[];
  readonly words?: readonly { readonly start: number; readonly end: number; readonly word: string }[];
}

/** Transcribes recordings one at a time; a new recording replaces the previous one. */
export function useTranscription(caller: Caller | undefined): TranscriptionControl {
  const [current, setCurrent] = useState<FileTranscription>();
  const [error, setError] = useState<unknown>();
  const abort = useRef(new AbortController());
  useEffect(() => () => abort.current.abort(), []);

  async function transcribe(as: Caller, file: File): Promise<void> {
    abort.current.abort();
    const ending = new AbortController();
    abort.current = ending;
    const { signal } = ending;
    const change = (members: Partial<FileTranscription>): void =>
      setCurrent((before) => (before?.file === file ? { ...before, ...members } : before));
    setError(undefined);
    setCurrent({ file, phase: 'uploading', uploadedShare: 0 });
    void peaksOfFile(file).then((peaks) => peaks !== undefined && change({ peaks }));
    const form = new FormData();
    form.set('model', 'whisper-1');
    form.set('response_format', 'verbose_json');
    if (as.hearsWordTimes)
      for (const granularity of ['segment', 'word']) form.append('timestamp_granularities[]', granularity);
    form.set('file', file);
    const startMs = performance.now();
    try {
      const answer = await upload<VerboseTranscript>(as, 'v1/audio/transcriptions', form, {
        signal,
        onProgress: (uploadedShare) =>
          change({ uploadedShare, phase: uploadedShare < 1 ? 'uploading' : 'recognizing' }),
      });
      const tookMs = performance.now() - startMs;
      change({ phase: 'done', uploadedShare: 1, transcript: transcriptOf(answer), tookMs });
    } catch (reason) {
      change({ phase: 'failed', uploadedShare: 0 });
      if (!signal.aborted) setError(reason);
    }
  }

  return {
    current,
    error,
    open: (file) => caller !== undefined && void transcribe(caller, file),
    cancel: () => abort.current.abort(),
  };
}

function transcriptOf({ text, duration, segments, words = [] }: VerboseTranscript): TimedTranscript {
  return {
    text,
    durationSeconds: duration,
    utterances: segments.map((segment) => {
      const { start: startTime, end: endTime } = segment;
      const own = words
        .filter(({ start }) => start >= startTime && start < endTime)
        .map(({ word, start, end }) => ({ text: word, startTime: start, endTime: end }));
      return { text: segment.text, startTime, endTime, ...(own.length > 0 && { words: own }) };
    }),
  };
}
