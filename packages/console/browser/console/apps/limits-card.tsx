import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { callAdmin } from '../../api/client.ts';
import type { AppDetail } from '../../api/wire.ts';
import { Field } from '../../parts/field.tsx';
import { Failure } from '../../parts/notice.tsx';
import { Section } from '../../parts/page.tsx';
import { useAction } from '../../state/use-action.ts';

interface CardProps {
  readonly app: AppDetail;
  readonly path: string;
  readonly onChange: () => void;
}

/** An app's name and how much of it the service does at once. */
export function LimitsCard({ app, path, onChange }: CardProps): JSX.Element {
  const [name, setName] = useState(app.name);
  const [tts, setTts] = useState(String(app.ttsConcurrency));
  const [stt, setStt] = useState(String(app.sttConcurrency));
  const [rate, setRate] = useState(String(app.requestsPerMinute ?? ''));
  const [done, setDone] = useState('');
  const save = useAction(async () => {
    const body = {
      name: name.trim(),
      ttsConcurrency: Number(tts),
      sttConcurrency: Number(stt),
      requestsPerMinute: rate === '' ? null : Number(rate),
    };
    await callAdmin(path, { method: 'PATCH', body });
    setDone('Saved.');
    onChange();
  });
  return (
    <Section title="Limits" lead="A call beyond them is refused and told when to come back.">
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
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <div class="field-grid">
          <NumberField label="Live syntheses at once" value={tts} onValue={setTts} max={10_000} isRequired />
          <NumberField label="Recognitions at once" value={stt} onValue={setStt} max={10_000} isRequired />
          <NumberField
            label="Requests a minute"
            value={rate}
            onValue={setRate}
            max={1_000_000}
            placeholder="No limit"
          />
        </div>
        <div class="actions">
          <button type="submit" class="button" disabled={save.isBusy}>
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
