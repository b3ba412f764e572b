import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { callAdmin } from '../../api/client.ts';
import type { TermTrial, VocabularyTerm, VocabularyTrialsAnswer } from '../../api/wire.ts';
import { Failure } from '../../parts/notice.tsx';
import { formatCount } from '../../state/format.ts';
import { useAction } from '../../state/use-action.ts';
import { withForms } from './term-fields.ts';
import type { VocabularyList } from './use-vocabulary.ts';

/** Few, so that progress is visible and little is lost if the form is closed; the server accepts ten. */
const TERMS_IN_A_CALL = 5;

interface LearnFormProps {
  readonly appId: string;
  readonly list: VocabularyList;
  readonly terms: readonly VocabularyTerm[];
  /** Empty: the first voice. */
  readonly voiceCode: string;
  readonly onClose: () => void;
}

/** Synthesizes the terms, recognizes them, and adds the misheard forms. Closing the form before the end saves nothing. */
export function LearnForm({ appId, list, terms, voiceCode, onClose }: LearnFormProps): JSX.Element {
  const [trials, setTrials] = useState<readonly TermTrial[]>([]);
  const [isDone, setIsDone] = useState(false);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const { current } = leaving;
    return () => current.abort();
  }, []);
  const learn = useAction(async () => {
    const { signal } = leaving.current;
    const found: TermTrial[] = [];
    for (let at = 0; at < terms.length; at += TERMS_IN_A_CALL) {
      const part = terms.slice(at, at + TERMS_IN_A_CALL);
      const body = { terms: part, ...(voiceCode === '' ? {} : { voiceCode }) };
      const path = `apps/${encodeURIComponent(appId)}/vocabulary/trials`;
      const tried = await callAdmin<VocabularyTrialsAnswer>(path, { method: 'POST', body, signal });
      found.push(...tried.trials);
      setTrials([...found]);
    }
    await list.change((now) => withForms(now, found));
    setIsDone(true);
  });
  const count = terms.length === 1 ? '1 term' : `${formatCount(terms.length)} terms`;
  return (
    <>
      <p>
        A voice speaks {terms.length === 1 ? 'the term' : `each of the ${count}`} in four English sentences,
        which are then recognized. Misheard forms are added to “May be heard as”, unless they are common
        words. It takes some seconds for each term, more on a busy machine, and costs no credits.
      </p>
      {trials.length === 0 && !learn.isBusy ? null : (
        <div class="model-progress">
          <progress aria-label="Tested terms" max={terms.length} value={trials.length} />
          <span class="muted small" role="status">
            {isDone ? outcomeOf(trials) : `${formatCount(trials.length)} of ${count}`}
          </span>
        </div>
      )}
      {isDone ? <OrdinaryForms trials={trials} /> : null}
      <Failure error={learn.error} />
      <div class="step-buttons">
        <button type="button" class="button" onClick={onClose}>
          {isDone ? 'Close' : 'Cancel'}
        </button>
        {isDone ? null : (
          <button
            type="button"
            class="button primary"
            disabled={terms.length === 0}
            aria-disabled={learn.isBusy}
            onClick={() => learn.run()}
          >
            Start
          </button>
        )}
      </div>
    </>
  );
}

function outcomeOf(trials: readonly TermTrial[]): string {
  const forms = trials.reduce((sum, one) => sum + one.forms.length, 0);
  const right = trials.filter((one) => one.right === one.sentences).length;
  return `Saved. Always recognized correctly: ${formatCount(right)} of ${formatCount(trials.length)}. Misheard forms: ${formatCount(forms)}.`;
}

/** Misheard forms that are common words, which a user may still add. */
function OrdinaryForms({ trials }: { readonly trials: readonly TermTrial[] }): JSX.Element | null {
  const shown = trials.filter(({ ordinary }) => ordinary.length > 0);
  if (shown.length === 0) return null;
  return (
    <section aria-label="Heard as common words">
      <p class="small">
        Heard as common words, which were not added. If you add one, it is replaced wherever it is heard.
      </p>
      <ul class="small learn-ordinary">
        {shown.map(({ term, ordinary }) => (
          <li key={term}>
            {term}: {ordinary.join(' · ')}
          </li>
        ))}
      </ul>
    </section>
  );
}
