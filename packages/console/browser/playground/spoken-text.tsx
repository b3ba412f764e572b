import { type KeptUtterance, wordRanges } from '@parlance/core/segmentation';
import type { JSX } from 'preact';

interface SpokenTextProps {
  readonly utterance: KeptUtterance;
  /** The current word, which is highlighted. */
  readonly heard: object | undefined;
}

/** The text of an utterance, word by word if it has word timings. */
export function SpokenText({ utterance: { text, words }, heard }: SpokenTextProps): JSX.Element {
  const ranges = words === undefined ? [] : wordRanges(text);
  if (words === undefined || ranges.length !== words.length) return <>{text}</>;
  return (
    <>
      {ranges.map(({ start, end, isSpaced }, index) => (
        <span key={start}>
          {isSpaced && index > 0 ? ' ' : ''}
          <span class={words[index] === heard ? 'said' : undefined}>{text.slice(start, end)}</span>
        </span>
      ))}
    </>
  );
}
