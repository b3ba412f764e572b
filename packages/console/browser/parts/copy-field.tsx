import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { copyText } from './copy-text.ts';
import { Icon } from './icon.tsx';

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
}

/** A value to copy: a click selects it, the button copies it. */
export function CopyField({ label, value }: CopyFieldProps): JSX.Element {
  const id = useId();
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  const copy = (): void => {
    copyText(value).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    );
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="copy-field">
        <input
          id={id}
          readOnly
          value={value}
          class="mono"
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" class="button" onClick={copy}>
          <Icon name={outcome === 'copied' ? 'check' : 'copy'} />
          {outcome === 'copied' ? 'Copied' : 'Copy'}
          <span class="unseen"> {label}</span>
        </button>
      </div>
      <p class={outcome === 'refused' ? 'hint' : 'unseen'} role="status">
        {outcome === 'copied' ? `${label} copied.` : ''}
        {outcome === 'refused' ? 'The browser did not allow it. Select the text and copy it by hand.' : ''}
      </p>
    </div>
  );
}
