import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Wordmark } from '../console/wordmark.tsx';
import { Loading } from '../parts/notice.tsx';
import { Segmented } from '../parts/segmented.tsx';
import { LiveTrial } from '../speech/live-trial.tsx';
import { RecordingTrial } from '../speech/recording-trial.tsx';
import { SpeakTrial } from '../speech/speak-trial.tsx';
import { clientOf, voicesOf } from './connection.ts';
import { forgetCredentials, loadCredentials } from './credentials.ts';
import { CredentialsForm, type SignedIn } from './credentials-form.tsx';

const TRIALS = [
  ['live', 'Microphone'],
  ['speak', 'Text to speech'],
  ['recording', 'File to text'],
] as const;
type Trial = (typeof TRIALS)[number][0];

/** The service, tried as an app's own program would use it: nothing here that the client package can't do elsewhere. */
export function TryOut(): JSX.Element {
  const [kept] = useState(loadCredentials);
  const [isEntering, setIsEntering] = useState(kept !== undefined);
  const [signedIn, setSignedIn] = useState<SignedIn>();
  const [trial, setTrial] = useState<Trial>('live');

  useEffect(() => {
    if (kept === undefined) return;
    const client = clientOf(kept);
    voicesOf(client)
      .then((voices) => setSignedIn({ client, voices }))
      // Revoked meanwhile, or another server: asked for anew.
      .catch(forgetCredentials)
      .finally(() => setIsEntering(false));
  }, [kept]);

  function leave(): void {
    forgetCredentials();
    setSignedIn(undefined);
  }

  return (
    <div class="try-out">
      <header class="try-header">
        <Wordmark />
        {signedIn === undefined ? null : (
          <button type="button" class="button" onClick={leave}>
            Other app
          </button>
        )}
      </header>
      <main class="page">
        <header class="page-header">
          <div>
            <h1>Try it</h1>
            <p class="lead">Speak and be spoken to. Everything stays on your own server.</p>
          </div>
          {signedIn === undefined ? null : (
            <div class="actions">
              <Segmented label="What to try" value={trial} choices={TRIALS} onChoose={setTrial} />
            </div>
          )}
        </header>
        {isEntering ? <Loading lines={4} /> : null}
        {!isEntering && signedIn === undefined ? <CredentialsForm onDone={setSignedIn} /> : null}
        {signedIn === undefined ? null : <TrialOf trial={trial} {...signedIn} />}
      </main>
    </div>
  );
}

function TrialOf({ trial, client, voices }: SignedIn & { readonly trial: Trial }): JSX.Element {
  switch (trial) {
    case 'live':
      return <LiveTrial client={client} />;
    case 'speak':
      return <SpeakTrial client={client} voices={voices} />;
    case 'recording':
      return <RecordingTrial client={client} />;
  }
}
