import type { JSX } from 'preact';
import { formatDay } from '../../state/format.ts';
import { type Expiry, endOf, PERIODS_DAYS, today } from './expiry.ts';

interface ExpiryStepProps {
  readonly expiry: Expiry;
  readonly onExpiry: (expiry: Expiry) => void;
}

/** The third step: how long the token is valid, with the resulting date of each choice. */
export function ExpiryStep({ expiry, onExpiry }: ExpiryStepProps): JSX.Element {
  const end = endOf(expiry, Date.now());
  return (
    <fieldset class="choices">
      <legend>When does its token expire?</legend>
      <div class="choice-grid">
        {PERIODS_DAYS.map((days) => (
          <Choice
            key={days}
            name={`${days} days`}
            detail={formatDay(new Date(Date.now() + days * 86_400_000))}
            isChosen={expiry.kind === 'period' && expiry.days === days}
            onChoose={() => onExpiry({ kind: 'period', days })}
          />
        ))}
        <Choice
          name="Permanent"
          detail="No expiry date"
          isChosen={expiry.kind === 'permanent'}
          onChoose={() => onExpiry({ kind: 'permanent' })}
        />
        <Choice
          name="Custom"
          detail="Choose the last day"
          isChosen={expiry.kind === 'custom'}
          onChoose={() => onExpiry({ kind: 'custom', date: today() })}
        />
      </div>
      {expiry.kind === 'custom' ? (
        <label class="field">
          Expiry date
          <input
            type="date"
            required
            min={today()}
            value={expiry.date}
            onInput={(event) => onExpiry({ kind: 'custom', date: event.currentTarget.value })}
          />
        </label>
      ) : null}
      <p class="expiry-result" role="status">
        {end === null ? 'The token never expires. It can be revoked at any time.' : null}
        {end instanceof Date ? (
          <>
            The token expires on <strong>{formatDay(end)}</strong>.
          </>
        ) : null}
        {end === undefined ? 'Choose a date.' : null}
      </p>
    </fieldset>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly detail: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Choice({ name, detail, isChosen, onChoose }: ChoiceProps): JSX.Element {
  return (
    <label class="choice">
      <input type="radio" name="expiry" checked={isChosen} onChange={onChoose} />
      <span>
        <strong>{name}</strong>
        <span class="muted">{detail}</span>
      </span>
    </label>
  );
}
