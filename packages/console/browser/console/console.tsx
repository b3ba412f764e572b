import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type ApiError, callAdmin, SIGNED_OUT } from '../api/client.ts';
import { Failure } from '../parts/notice.tsx';
import { asApiError } from '../state/use-resource.ts';
import { Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';

type Session = 'unknown' | 'signed-in' | 'signed-out';

/** The whole console: the sign-in, then the pages for operators. */
export function Console(): JSX.Element | null {
  const [session, setSession] = useState<Session>('unknown');
  const [error, setError] = useState<ApiError>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    setError(undefined);
    callAdmin<{ signedIn: boolean }>('session').then(
      ({ signedIn }) => setSession(signedIn ? 'signed-in' : 'signed-out'),
      (reason: unknown) => {
        const failure = asApiError(reason);
        if (failure.status === 401) setSession('signed-out');
        else setError(failure);
      },
    );
    void round;
  }, [round]);
  useEffect(() => {
    const leave = (): void => setSession('signed-out');
    window.addEventListener(SIGNED_OUT, leave);
    return () => window.removeEventListener(SIGNED_OUT, leave);
  }, []);
  if (error !== undefined) {
    return (
      <main class="alone">
        <Failure error={error} onRetry={() => setRound(round + 1)} />
      </main>
    );
  }
  if (session === 'unknown') return null;
  if (session === 'signed-out') return <SignIn onSignedIn={() => setSession('signed-in')} />;
  return <Shell onSignedOut={() => setSession('signed-out')} />;
}
