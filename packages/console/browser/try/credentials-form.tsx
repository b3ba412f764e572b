import type { CatalogueVoice, ParlanceClient } from '@parlance/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../parts/field.tsx';
import { Problem } from '../speech/problem.tsx';
import { clientOf, voicesOf } from './connection.ts';
import { type Credentials, saveCredentials } from './credentials.ts';

export interface SignedIn {
  readonly client: ParlanceClient;
  readonly voices: readonly CatalogueVoice[];
}

/** Asks for an app's App ID and token, and tries them before it lets anybody on. */
export function CredentialsForm({ onDone }: { readonly onDone: (found: SignedIn) => void }): JSX.Element {
  const [appId, setAppId] = useState('');
  const [token, setToken] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  async function enter(credentials: Credentials): Promise<void> {
    setIsBusy(true);
    setError(undefined);
    try {
      const client = clientOf(credentials);
      const voices = await voicesOf(client);
      saveCredentials(credentials);
      onDone({ client, voices });
    } catch (reason) {
      setError(reason);
      setIsBusy(false);
    }
  }

  return (
    <form
      class="card stack narrow"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void enter({ appId: appId.trim(), token: token.trim() });
      }}
    >
      <Field label="App ID" hint="The first start of the server printed both; the console makes new ones.">
        {(ids) => (
          <input
            {...ids}
            required
            autocomplete="username"
            spellcheck={false}
            value={appId}
            onInput={(event) => setAppId(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label="Token" hint="Kept in this tab only, until it is closed.">
        {(ids) => (
          <input
            {...ids}
            type="password"
            required
            autocomplete="current-password"
            spellcheck={false}
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        )}
      </Field>
      <Problem error={error} />
      <div class="actions">
        <button type="submit" class="button primary" disabled={isBusy}>
          {isBusy ? 'Looking…' : 'Continue'}
        </button>
      </div>
    </form>
  );
}
