import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { VocabularyTerm } from '../../api/wire.ts';
import { Field } from '../../parts/field.tsx';
import { asApiError } from '../../state/use-resource.ts';
import {
  faultsOf,
  fieldsOf,
  isListed,
  type TermFaults,
  type TermFields,
  termOf,
  withChange,
} from './term-fields.ts';
import { HearButton, type TermVoice } from './term-voice.tsx';
import type { VocabularyList } from './use-vocabulary.ts';

interface TermFormProps {
  readonly list: VocabularyList;
  readonly voice: TermVoice;
  /** Absent: a new term. */
  readonly term?: VocabularyTerm;
  readonly onDone: (saved: string | undefined) => void;
}

/** The form to edit, hear and save a term of an app. */
export function TermForm({ list, voice, term, onDone }: TermFormProps): JSX.Element {
  const [fields, setFields] = useState(() => fieldsOf(term ?? { term: '' }));
  const [faults, setFaults] = useState<TermFaults>({});
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const change = (changes: Partial<TermFields>): void => setFields((before) => ({ ...before, ...changes }));
  // Moves the focus to the first invalid field.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);

  async function save(): Promise<void> {
    const wanted = termOf(fields);
    setFaults({});
    setIsBusy(true);
    let sentAt = -1;
    try {
      const isSaved = await list.change((now) => {
        if (isListed(now, wanted.term, term?.term)) return undefined;
        const next = withChange(now, term?.term, wanted);
        sentAt = next.indexOf(wanted);
        return next;
      });
      if (isSaved) onDone(wanted.term);
      else
        setFaults({
          term: 'This term is already in the list: edit it there, or spell this one differently.',
        });
    } catch (reason) {
      setFaults(faultsOf(asApiError(reason), sentAt));
    } finally {
      setIsBusy(false);
    }
  }

  const lineOf = (name: 'term' | 'saidAs', label: string, hint: string): JSX.Element => (
    <TermField label={label} hint={hint} fault={faults[name]}>
      {(ids) => (
        <input
          {...ids}
          type="text"
          autocomplete="off"
          spellcheck={false}
          value={fields[name]}
          onInput={(event) => change({ [name]: event.currentTarget.value })}
        />
      )}
    </TermField>
  );
  return (
    <form
      ref={form}
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void save();
      }}
    >
      {lineOf('term', 'Term', 'The correct spelling, such as Siobhan.')}
      {lineOf(
        'saidAs',
        'Said as',
        'A spelling that voices read correctly, such as shivawn. Empty: as it is written.',
      )}
      <TermField
        label="May be heard as"
        hint="What recognition writes instead, one form per line. Each is replaced by the term wherever it appears."
        fault={faults.heardAs}
      >
        {(ids) => (
          <textarea
            {...ids}
            rows={4}
            spellcheck={false}
            value={fields.heardAs}
            onInput={(event) => change({ heardAs: event.currentTarget.value })}
          />
        )}
      </TermField>
      {faults.form === undefined ? null : (
        <p class="fault" role="alert">
          {faults.form}
        </p>
      )}
      <div class="step-buttons">
        <HearButton voice={voice} term={termOf(fields)} />
        <button type="button" class="button" onClick={() => onDone(undefined)}>
          Cancel
        </button>
        <button type="submit" class="button primary" aria-disabled={isBusy}>
          Save
        </button>
      </div>
    </form>
  );
}

interface TermFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly fault: string | undefined;
  readonly children: (ids: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': boolean;
  }) => JSX.Element;
}

/** An error replaces the hint, so that it describes the field. */
function TermField({ label, hint, fault, children }: TermFieldProps): JSX.Element {
  const help: ComponentChildren =
    fault === undefined ? (
      hint
    ) : (
      <span class="fault" role="alert">
        {fault}
      </span>
    );
  return (
    <Field label={label} hint={help}>
      {(ids) => children({ ...ids, 'aria-invalid': fault !== undefined })}
    </Field>
  );
}
