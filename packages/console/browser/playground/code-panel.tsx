import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { copyText } from '../parts/copy-text.ts';
import { Icon } from '../parts/icon.tsx';
import { Segmented } from '../parts/segmented.tsx';
import { type CodeSamples, SAMPLE_LANGUAGES, type SampleLanguage } from '../speech/code-samples.ts';

/** The same call as code, to copy. */
export function CodePanel({ samples }: { readonly samples: CodeSamples }): JSX.Element {
  const [language, setLanguage] = useState<SampleLanguage>('curl');
  const [outcome, setOutcome] = useState<{ readonly text: string; readonly isCopied: boolean }>();
  const text = samples[language];
  const isCurrent = outcome?.text === text;
  const copy = (): void => {
    copyText(text).then(
      () => setOutcome({ text, isCopied: true }),
      () => setOutcome({ text, isCopied: false }),
    );
  };
  return (
    <section class="card code-card" aria-labelledby="code-heading">
      <header class="card-header">
        <div>
          <h2 id="code-heading">The same in code</h2>
          <p class="muted small">
            With the app’s token in <code>PARLANCE_TOKEN</code>.
          </p>
        </div>
        <button type="button" class="button" onClick={copy}>
          <Icon name={isCurrent && outcome.isCopied ? 'check' : 'copy'} />
          {isCurrent && outcome.isCopied ? 'Copied' : 'Copy'}
        </button>
      </header>
      <Segmented label="Language" value={language} choices={SAMPLE_LANGUAGES} onChoose={setLanguage} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard. */}
      <section class="code" tabIndex={0} aria-label="Code">
        <pre>
          <code>{text}</code>
        </pre>
      </section>
      <p class={isCurrent && !outcome.isCopied ? 'hint' : 'unseen'} role="status">
        {isCurrent
          ? outcome.isCopied
            ? 'Code copied.'
            : 'The browser did not allow it. Select the code and copy it.'
          : ''}
      </p>
    </section>
  );
}
