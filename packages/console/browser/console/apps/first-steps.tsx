import type { JSX } from 'preact';
import { Field } from '../../parts/field.tsx';

const MAX_NAME_CHARS = 100;

/** The first step: how the app reaches the service. */
export function IntegrationStep(): JSX.Element {
  return (
    <fieldset class="choices">
      <legend>How will it use the service?</legend>
      <label class="choice">
        <input type="radio" name="integration" checked />
        <span>
          <strong>API integration</strong>
          <span class="muted">
            Your program calls the REST and WebSocket endpoints with an App ID and a token.
          </span>
        </span>
      </label>
    </fieldset>
  );
}

interface NameStepProps {
  readonly name: string;
  readonly onName: (name: string) => void;
}

/** The second step: the app's name. */
export function NameStep({ name, onName }: NameStepProps): JSX.Element {
  return (
    <Field
      label="App name"
      hint={`Up to ${MAX_NAME_CHARS} characters. You can search for the app by this name.`}
    >
      {(ids) => (
        <input
          {...ids}
          type="text"
          required
          pattern=".*\S.*"
          title="A name has at least one letter"
          maxLength={MAX_NAME_CHARS}
          autocomplete="off"
          value={name}
          onInput={(event) => onName(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
