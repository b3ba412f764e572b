import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { queryOf } from '../../api/client.ts';
import type { AppsAnswer, VoiceLine } from '../../api/wire.ts';
import { Link } from '../../parts/link.tsx';
import { Empty, Failure, Loading } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Segmented } from '../../parts/segmented.tsx';
import { isUsable } from '../../parts/status-badge.tsx';
import { useResource } from '../../state/use-resource.ts';
import { FileTrial } from './file-trial.tsx';
import { SpeechTrial } from './speech-trial.tsx';

const TRIALS = [
  ['speech', 'Text to speech'],
  ['file', 'File to text'],
] as const;
const CHOICE_OF_APPS = 100;

/** The service itself, tried as an app's program would: by the ordinary endpoints, with a token of fifteen minutes. */
export function TryPage({ query }: { readonly query: URLSearchParams }): JSX.Element {
  const [trial, setTrial] = useState<(typeof TRIALS)[number][0]>('speech');
  const [chosenApp, setChosenApp] = useState(query.get('appId') ?? '');
  const apps = useResource<AppsAnswer>(`apps${queryOf({ limit: CHOICE_OF_APPS })}`);
  const voices = useResource<{ readonly voices: readonly VoiceLine[] }>('voices');
  const usable = (apps.value?.apps ?? []).filter(isUsable);
  const appId = usable.find((app) => app.appId === chosenApp)?.appId ?? usable[0]?.appId;
  return (
    <Page
      title="Try it"
      lead="As an app's own program would call it, counted to the app."
      actions={<Segmented label="What to try" value={trial} choices={TRIALS} onChoose={setTrial} />}
    >
      <Failure
        error={apps.error ?? voices.error}
        onRetry={apps.error === undefined ? voices.reload : apps.reload}
      />
      {apps.isLoading ? <Loading lines={6} /> : null}
      {apps.value !== undefined && appId === undefined ? (
        <div class="card">
          <Empty title="There is no app to try it with.">
            <Link to="/apps/new" class="button primary">
              Create one
            </Link>
          </Empty>
        </div>
      ) : null}
      {appId === undefined ? null : (
        <>
          <label class="inline app-choice">
            <span>As the app</span>
            <select value={appId} onChange={(event) => setChosenApp(event.currentTarget.value)}>
              {usable.map((app) => (
                <option key={app.appId} value={app.appId}>
                  {app.name}
                </option>
              ))}
            </select>
          </label>
          {trial === 'speech' ? <SpeechTrial appId={appId} voices={voices.value?.voices ?? []} /> : null}
          {trial === 'file' ? <FileTrial appId={appId} /> : null}
        </>
      )}
    </Page>
  );
}
