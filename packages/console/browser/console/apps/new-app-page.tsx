import type { JSX, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CreatedApp } from '../../api/wire.ts';
import { Icon } from '../../parts/icon.tsx';
import { Link } from '../../parts/link.tsx';
import { isolated, Name } from '../../parts/name.tsx';
import { Failure } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { useAction } from '../../state/use-action.ts';
import { useRepeatablePost } from '../../state/use-repeatable-post.ts';
import { CreatedAppCard } from './created-app-card.tsx';
import { type Expiry, expiryBody } from './expiry.ts';
import { ExpiryStep } from './expiry-step.tsx';
import { IntegrationStep, NameStep } from './first-steps.tsx';

const STEPS = ['Integration', 'Name', 'Expiry'] as const;

/** Creates an app in three steps, and shows its token once. */
export function NewAppPage(): JSX.Element {
  const [step, setStep] = useState(0);
  const [name, setName] = useState('');
  const [expiry, setExpiry] = useState<Expiry>({ kind: 'period', days: 30 });
  const [created, setCreated] = useState<CreatedApp>();
  const sending = useRepeatablePost();
  const form = useStepFocus(step);
  const create = useAction(async () => {
    const body = { name: name.trim(), ...expiryBody(expiry, Date.now()) };
    setCreated(await sending.post<CreatedApp>('apps', body));
  });
  if (created !== undefined) {
    return (
      // A separate page, so that the focus moves to its heading, since the button that had it is gone.
      <Page
        key="created"
        title={`${isolated(created.name)} is ready`}
        heading={
          <>
            <Name>{created.name}</Name> is ready
          </>
        }
        lead="Copy the token now: it is shown only once."
      >
        <CreatedAppCard created={created} />
      </Page>
    );
  }
  const isLast = step === STEPS.length - 1;
  return (
    <Page title="New app" back={<Link to="/apps">← Apps</Link>}>
      <form
        ref={form}
        class="card steps"
        onSubmit={(event) => {
          event.preventDefault();
          if (isLast) create.run();
          else setStep(step + 1);
        }}
      >
        <StepList current={step} />
        {step === 0 ? <IntegrationStep /> : null}
        {step === 1 ? <NameStep name={name} onName={setName} /> : null}
        {isLast ? <ExpiryStep expiry={expiry} onExpiry={setExpiry} /> : null}
        <Failure error={create.error} />
        <div class="step-buttons">
          {step === 0 ? (
            <Link to="/apps" class="button">
              Cancel
            </Link>
          ) : (
            <button type="button" class="button" onClick={() => setStep(step - 1)}>
              Back
            </button>
          )}
          <button type="submit" class="button primary" aria-disabled={create.isBusy}>
            {isLast ? (create.isBusy ? 'Creating…' : 'Create app') : 'Continue'}
          </button>
        </div>
      </form>
    </Page>
  );
}

/** The field of a step that gets the focus: the chosen option, or the text field. */
const FIELD_OF_STEP = 'input:checked, input[type="text"]';

/** Moves the focus to each new step, since the element that had it may be gone. The first step leaves it at the page's heading. */
function useStepFocus(step: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const lastStep = useRef(step);
  useEffect(() => {
    if (step === lastStep.current) return;
    lastStep.current = step;
    form.current?.querySelector<HTMLInputElement>(FIELD_OF_STEP)?.focus();
  }, [step]);
  return form;
}

function StepList({ current }: { readonly current: number }): JSX.Element {
  return (
    <ol class="step-list">
      {STEPS.map((name, at) => (
        <li key={name} class={at < current ? 'done' : ''} aria-current={at === current ? 'step' : undefined}>
          <span class="step-number">{at < current ? <Icon name="check" /> : at + 1}</span>
          {name}
        </li>
      ))}
    </ol>
  );
}
