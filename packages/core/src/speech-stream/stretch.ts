import { createCallerOffsets, type TextSpan } from '../text/caller-offsets.ts';
import { countChars } from '../text/speakable.ts';
import { createTextQueue, type TextQueue } from '../text/text-queue.ts';

/** Text that is synthesized as a whole: from one FLUSH or CANCEL to the next. */
export interface Stretch extends Pick<TextQueue, 'pieces' | 'end'> {
  /** Code points of the stream before it. */
  readonly from: number;
  /** The whole text so far. */
  readonly text: string;
  /** Aborts when it is cancelled. */
  readonly signal: AbortSignal;
  /** Resolves when there is something to speak, or it is certain that there never will be. */
  readonly begun: Promise<void>;
  write(piece: string): void;
  /** The piece may be spoken, since it is paid for. */
  release(piece: string): void;
  cancel(): void;
  /** A segment's audio begins, after this many seconds of the stretch. */
  begin(segment: string, seconds: number): void;
  /** @returns the segment that has just been spoken, if it was not reported yet */
  spoken(seconds: number): (TextSpan & { readonly startTime: number; readonly endTime: number }) | undefined;
  /** Code points to be charged: if the stretch was cut off, only those of segments that had begun. */
  chargedCharacters(isCutOff: boolean): number;
}

/** @param from code points of the stream before it */
export function createStretch(from: number): Stretch {
  const queue = createTextQueue();
  const offsets = createCallerOffsets(from);
  const cancelled = new AbortController();
  const begun = Promise.withResolvers<void>();
  let text = '';
  let segmentCharacters = 0;
  let current: (TextSpan & { readonly startTime: number }) | undefined;
  return {
    from,
    pieces: queue.pieces,
    signal: cancelled.signal,
    begun: begun.promise,
    get text() {
      return text;
    },
    write(piece) {
      text += piece;
      offsets.push(piece);
    },
    release(piece) {
      queue.push(piece);
      begun.resolve();
    },
    end() {
      queue.end();
      begun.resolve();
    },
    cancel() {
      cancelled.abort();
      queue.end();
      begun.resolve();
    },
    begin(segment, seconds) {
      segmentCharacters += countChars(segment);
      current = { ...offsets.take(segment), startTime: seconds };
    },
    spoken(seconds) {
      const span = current;
      current = undefined;
      return span === undefined ? undefined : { ...span, endTime: seconds };
    },
    chargedCharacters: (isCutOff) => (isCutOff ? segmentCharacters : countChars(text.trim())),
  };
}
