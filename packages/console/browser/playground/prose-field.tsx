import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface ProseFieldProps {
  readonly text: string;
  readonly maxChars: number;
  readonly onChange: (text: string) => void;
  /** Range of the word that is being said, in code points of the trimmed text. */
  readonly said: { readonly start: number; readonly end: number } | undefined;
}

/** The field for the text to speak. A copy of the text behind it highlights the current word. */
export function ProseField({ text, maxChars, onChange, said }: ProseFieldProps): JSX.Element {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const copy = useRef<HTMLDivElement>(null);
  const length = [...text.trim()].length;
  const align = (): void => {
    if (copy.current !== null && field.current !== null) copy.current.scrollTop = field.current.scrollTop;
  };
  useEffect(align, [said]);
  return (
    <div class="prose-field">
      <label for={id} class="unseen">
        Text
      </label>
      <div class="prose-layers">
        <div class="prose-copy" aria-hidden="true" ref={copy}>
          {said === undefined ? null : marked(text, said)}
        </div>
        <textarea
          id={id}
          ref={field}
          rows={4}
          placeholder="Type something to hear it."
          value={text}
          aria-describedby={`${id}-count`}
          onInput={(event) => onChange(event.currentTarget.value)}
          onScroll={align}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
              event.currentTarget.form?.requestSubmit();
          }}
        />
      </div>
      <p id={`${id}-count`} class={`count-note small ${length > maxChars ? 'bad' : 'muted'}`}>
        {length} of {maxChars} characters
      </p>
    </div>
  );
}

function marked(text: string, { start, end }: { start: number; end: number }): JSX.Element {
  const chars = [...text];
  const before = [...text.slice(0, text.length - text.trimStart().length)].length;
  const piece = (from: number, to?: number): string => chars.slice(from, to).join('');
  return (
    <>
      {piece(0, before + start)}
      <mark>{piece(before + start, before + end)}</mark>
      {piece(before + end)}
    </>
  );
}
