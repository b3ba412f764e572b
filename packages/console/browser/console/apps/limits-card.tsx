import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { callAdmin } from '../../api/client.ts';
import type { AppDetail } from '../../api/wire.ts';
import { Field } from '../../parts/field.tsx';
import { Failure } from '../../parts/notice.tsx';
import { Section } from '../../parts/page.tsx';
import { useAction } from '../../state/use-action.ts';
import { changedLimits, fieldsOf, type LimitFields } from './changed-limits.ts';

interface CardProps {
  readonly app: AppDetail;
  readonly path: string;
  readonly onChange: () => void;
}

/** An app's name and limits. */
export function LimitsCard({ app, path, onChange }: CardProps): JSX.Element {
  const [fields, setFields] = useState(() => fieldsOf(app));
  const [done, setDone] = useState('');
  const limits = JSON.stringify(fieldsOf(app));
  const [shown, setShown] = useState(limits);
  // Not a new card for new values: the message would be lost.
  if (shown !== limits) {
    setShown(limits);
    setFields(fieldsOf(app));
  }
  const save = useAction(async () => {
    const body = changedLimits(app, fields);
    if (Object.keys(body).length === 0) {
      setDone('Nothing was changed.');
      return;
    }
    await callAdmin(path, { method: 'PATCH', body });
    setDone('Saved.');
    onChange();
  });
  const change = (changes: Partial<LimitFields>): void => setFields((before) => ({ ...before, ...changes }));
  return (
    <Section title="Limits" lead="Calls beyond a limit are refused; the answer says when to try again.">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          setDone('');
          save.run();
        }}
      >
        <Field label="Name">
          {(ids) => (
            <input
              {...ids}
              type="text"
              required
              maxLength={100}
              value={fields.name}
              onInput={(event) => change({ name: event.currentTarget.value })}
            />
          )}
        </Field>
        <div class="field-grid">
          <NumberField
            label="Live syntheses at once"
            value={fields.tts}
            onValue={(tts) => change({ tts })}
            max={10_000}
            isRequired
          />
          <NumberField
            label="Recognitions at once"
            value={fields.stt}
            onValue={(stt) => change({ stt })}
            max={10_000}
            isRequired
          />
          <NumberField
            label="Requests a minute"
            value={fields.rate}
            onValue={(rate) => change({ rate })}
            max={1_000_000}
            placeholder="No limit"
          />
        </div>
        <div class="actions">
          <button type="submit" class="button" aria-disabled={save.isBusy}>
            Save
          </button>
          <span class="hint" role="status">
            {done}
          </span>
        </div>
        <Failure error={save.error} />
      </form>
    </Section>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly max: number;
  readonly isRequired?: boolean;
  readonly placeholder?: string;
}

function NumberField({
  label,
  value,
  onValue,
  max,
  isRequired = false,
  placeholder,
}: NumberFieldProps): JSX.Element {
  return (
    <Field label={label}>
      {(ids) => (
        <input
          {...ids}
          type="number"
          min="1"
          max={max}
          required={isRequired}
          placeholder={placeholder}
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
