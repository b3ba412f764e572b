import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { callAdmin } from '../../api/client.ts';
import type { TermTrial, VocabularyTerm, VocabularyTrialsAnswer } from '../../api/wire.ts';
import { Failure } from '../../parts/notice.tsx';
import { formatCount } from '../../state/format.ts';
import { useAction } from '../../state/use-action.ts';
import { withForms } from './term-fields.ts';
import type { VocabularyList } from './use-vocabulary.ts';

/** So that progress is seen, and little is lost by leaving; the server takes ten. */
const TERMS_IN_A_CALL = 5;

interface LearnFormProps {
  readonly appId: string;
  readonly list: VocabularyList;
  readonly terms: readonly VocabularyTerm[];
  /** Empty: the first one. */
  readonly voiceCode: string;
  readonly onClose: () => void;
}

/** Has a voice speak the terms to the recognizer, and lists what it hears. To leave the form keeps what was tried so far from being saved. */
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
        A voice speaks {terms.length === 1 ? 'the term' : `each of the ${count}`} to the recognizer in four
        English sentences. What it hears instead is listed under “May be heard as”, unless anybody says it. It
        takes some seconds a term on a busy machine, and nothing is charged.
      </p>
      {trials.length === 0 && !learn.isBusy ? null : (
        <div class="model-progress">
          <progress aria-label="Terms tried" max={terms.length} value={trials.length} />
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
            disabled={learn.isBusy || terms.length === 0}
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
  return `Saved. Heard right every time: ${formatCount(right)} of ${formatCount(trials.length)}. Forms heard: ${formatCount(forms)}.`;
}

/** What a person may list all the same. */
function OrdinaryForms({ trials }: { readonly trials: readonly TermTrial[] }): JSX.Element | null {
  const shown = trials.filter(({ ordinary }) => ordinary.length > 0);
  if (shown.length === 0) return null;
  return (
    <section aria-label="Heard as ordinary words">
      <p class="small">
        Heard as ordinary words, so not added. If you add it yourself, it is replaced wherever it is heard.
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
