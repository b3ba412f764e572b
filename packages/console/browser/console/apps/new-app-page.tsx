import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { callAdmin } from '../../api/client.ts';
import type { CreatedApp } from '../../api/wire.ts';
import { Icon } from '../../parts/icon.tsx';
import { Link } from '../../parts/link.tsx';
import { Failure } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { useAction } from '../../state/use-action.ts';
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
  const create = useAction(async () => {
    const body = { name: name.trim(), ...expiryBody(expiry, Date.now()) };
    setCreated(await callAdmin<CreatedApp>('apps', { method: 'POST', body }));
  });
  if (created !== undefined) {
    return (
      <Page title={`${created.name} is ready`} lead="Keep the token now: it is shown this once.">
        <CreatedAppCard created={created} />
      </Page>
    );
  }
  const isLast = step === STEPS.length - 1;
  return (
    <Page title="New app" back={<Link to="/apps">← Apps</Link>}>
      <form
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
          <button type="submit" class="button primary" disabled={create.isBusy}>
            {isLast ? (create.isBusy ? 'Creating…' : 'Create app') : 'Continue'}
          </button>
        </div>
      </form>
    </Page>
  );
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
