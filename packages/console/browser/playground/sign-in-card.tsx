import type { JSX, TargetedInputEvent } from 'preact';
import { useState } from 'preact/hooks';
import { callAdmin } from '../api/client.ts';
import { Field } from '../parts/field.tsx';
import { Segmented } from '../parts/segmented.tsx';
import { Problem } from '../speech/problem.tsx';
import type { Credentials } from '../speech/service-call.ts';

const WAYS = [
  ['password', 'Admin password'],
  ['app', 'App ID and token'],
] as const;
type Way = (typeof WAYS)[number][0];

interface SignInCardProps {
  /** Called when a session of the console is open. */
  readonly onSignedIn: () => void;
  readonly onApp: (credentials: Credentials) => Promise<void>;
}

/** The two ways to use the playground from another machine: as the operator, or as an app. */
export function SignInCard({ onSignedIn, onApp }: SignInCardProps): JSX.Element {
  const [way, setWay] = useState<Way>('password');
  const [values, setValues] = useState({ password: '', appId: '', token: '' });
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  async function signIn(): Promise<void> {
    setIsBusy(true);
    setError(undefined);
    try {
      if (way === 'app') return await onApp({ appId: values.appId.trim(), token: values.token.trim() });
      await callAdmin('session', { method: 'POST', body: { password: values.password } });
      return onSignedIn();
    } catch (reason) {
      setError(reason);
    } finally {
      setIsBusy(false);
    }
  }

  const inputFor = (name: keyof typeof values) => ({
    name,
    required: true,
    spellcheck: false,
    value: values[name],
    onInput: (event: TargetedInputEvent<HTMLInputElement>) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  });

  return (
    <form
      class="card sign-in"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void signIn();
      }}
    >
      <header>
        <h2>Sign in</h2>
        <p class="muted small">From another machine, the playground asks you to sign in.</p>
      </header>
      <Segmented
        label="How to sign in"
        value={way}
        choices={WAYS}
        onChoose={(chosen) => {
          setWay(chosen);
          setError(undefined);
        }}
      />
      <div class="sign-in-fields">
        {way === 'password' ? (
          <Field
            label="Password"
            hint={
              <>
                The first start of the server showed it; <code>parlance admin set-password</code> sets a new
                one.
              </>
            }
          >
            {(ids) => (
              <input {...ids} {...inputFor('password')} type="password" autocomplete="current-password" />
            )}
          </Field>
        ) : (
          <>
            <Field label="App ID">
              {(ids) => <input {...ids} {...inputFor('appId')} autocomplete="username" />}
            </Field>
            <Field label="Token" hint="Kept in this tab until it is closed.">
              {(ids) => (
                <input {...ids} {...inputFor('token')} type="password" autocomplete="current-password" />
              )}
            </Field>
          </>
        )}
      </div>
      <Problem error={error} />
      <button type="submit" class="button primary wide" aria-disabled={isBusy}>
        {isBusy ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
  );
}
