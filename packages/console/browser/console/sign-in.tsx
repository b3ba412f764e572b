import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { callAdmin } from '../api/client.ts';
import { Field } from '../parts/field.tsx';
import { Failure } from '../parts/notice.tsx';
import { signInRemedyFor } from '../parts/remedy.ts';
import { Wordmark } from '../parts/wordmark.tsx';
import { useAction } from '../state/use-action.ts';

export function SignIn({ onSignedIn }: { readonly onSignedIn: () => void }): JSX.Element {
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const signIn = useAction(async () => {
    await callAdmin('session', { method: 'POST', body: { password } });
    onSignedIn();
  });
  useEffect(() => {
    document.title = 'Sign in · Parlance';
    field.current?.focus();
  }, []);
  return (
    <main class="alone">
      <form
        class="card sign-in"
        onSubmit={(event) => {
          event.preventDefault();
          signIn.run();
        }}
      >
        <Wordmark />
        <h1>Sign in</h1>
        {/* For password managers, which expect a user name with a password. */}
        <input
          class="unseen"
          type="text"
          name="username"
          autocomplete="username"
          value="admin"
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <Field
          label="Admin password"
          hint={
            <>
              It was shown at the first start; <code>parlance admin set-password</code> sets a new one.
            </>
          }
        >
          {(ids) => (
            <input
              {...ids}
              ref={field}
              type="password"
              name="password"
              autocomplete="current-password"
              required
              value={password}
              onInput={(event) => setPassword(event.currentTarget.value)}
            />
          )}
        </Field>
        <Failure error={signIn.error} remedyOf={signInRemedyFor} />
        <button type="submit" class="button primary wide" aria-disabled={signIn.isBusy}>
          {signIn.isBusy ? 'Signing in…' : 'Sign in'}
        </button>
      </form>
    </main>
  );
}
