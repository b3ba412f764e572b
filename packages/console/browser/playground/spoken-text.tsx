import { type KeptUtterance, wordRanges } from '@parlance/core/segmentation';
import type { JSX } from 'preact';

interface SpokenTextProps {
  readonly utterance: KeptUtterance;
  /** One of its words, which is marked. */
  readonly heard: object | undefined;
}

/** The text of an utterance, word by word where their times are known. */
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
