import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AppDetail } from '../../api/wire.ts';
import { Field } from '../../parts/field.tsx';
import { Failure } from '../../parts/notice.tsx';
import { Section } from '../../parts/page.tsx';
import { formatCount } from '../../state/format.ts';
import { useAction } from '../../state/use-action.ts';
import { useRepeatablePost } from '../../state/use-repeatable-post.ts';

interface CardProps {
  readonly app: AppDetail;
  readonly path: string;
  readonly onChange: () => void;
}

/** The balances of an app, and the form to top them up. */
export function BalanceCard({ app, path, onChange }: CardProps): JSX.Element {
  const [credits, setCredits] = useState('');
  const [seconds, setSeconds] = useState('');
  const [done, setDone] = useState('');
  const sending = useRepeatablePost();
  const topUp = useAction(async () => {
    setDone('');
    const body = {
      ...(credits === '' ? {} : { credits: Number(credits) }),
      ...(seconds === '' ? {} : { seconds: Number(seconds) }),
    };
    await sending.post(`${path}/top-up`, body);
    setCredits('');
    setSeconds('');
    setDone('Added.');
    onChange();
  });
  const isEmpty = credits === '' && seconds === '';
  const bounds =
    (app.credits === null && credits !== '') || (app.seconds === null && seconds !== '')
      ? 'An unlimited balance becomes limited to the amount that you add.'
      : '';
  return (
    <Section title="Balance" lead="Credits pay for speech, seconds for recognition.">
      <div class="tiles">
        <div class="tile">
          <span class="tile-name">Credits left</span>
          <span class="tile-value">{app.credits === null ? 'Unlimited' : formatCount(app.credits)}</span>
        </div>
        <div class="tile">
          <span class="tile-name">Seconds left</span>
          <span class="tile-value">{app.seconds === null ? 'Unlimited' : formatCount(app.seconds)}</span>
        </div>
      </div>
      <form
        class="row-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isEmpty) topUp.run();
        }}
      >
        <Field label="Add credits">
          {(ids) => (
            <input
              {...ids}
              type="number"
              min="0"
              step="any"
              inputMode="decimal"
              value={credits}
              onInput={(event) => setCredits(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label="Add seconds">
          {(ids) => (
            <input
              {...ids}
              type="number"
              min="0"
              step="any"
              inputMode="decimal"
              value={seconds}
              onInput={(event) => setSeconds(event.currentTarget.value)}
            />
          )}
        </Field>
        <button type="submit" class="button" aria-disabled={topUp.isBusy || isEmpty}>
          Top up
        </button>
      </form>
      <p class="hint" role="status">
        {bounds || done}
      </p>
      <Failure error={topUp.error} />
    </Section>
  );
}
