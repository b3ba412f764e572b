import { type CatalogueVoice, createParlanceClient, type ParlanceClient } from '@parlance/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type ApiError, callAdmin, queryOf, ROOT } from '../api/client.ts';
import type { AppsAnswer, TryToken } from '../api/wire.ts';
import { Link } from '../parts/link.tsx';
import { Empty, Failure, Loading } from '../parts/notice.tsx';
import { Page } from '../parts/page.tsx';
import { Segmented } from '../parts/segmented.tsx';
import { isUsable } from '../parts/status-badge.tsx';
import { LiveTrial } from '../speech/live-trial.tsx';
import { RecordingTrial } from '../speech/recording-trial.tsx';
import { SpeakTrial } from '../speech/speak-trial.tsx';
import { asApiError, useResource } from '../state/use-resource.ts';
import { voicesOf } from '../try/connection.ts';

const TRIALS = [
  ['speech', 'Text to speech'],
  ['file', 'File to text'],
  ['microphone', 'Microphone'],
] as const;
type Trial = (typeof TRIALS)[number][0];
const CHOICE_OF_APPS = 100;

/** The service itself, tried as an app's program would: by the ordinary endpoints, with a token of fifteen minutes. */
export function TryPage({ query }: { readonly query: URLSearchParams }): JSX.Element {
  const [trial, setTrial] = useState<Trial>('speech');
  const [chosenApp, setChosenApp] = useState(query.get('appId') ?? '');
  const apps = useResource<AppsAnswer>(`apps${queryOf({ limit: CHOICE_OF_APPS })}`);
  const usable = (apps.value?.apps ?? []).filter(isUsable);
  const appId = usable.find((app) => app.appId === chosenApp)?.appId ?? usable[0]?.appId;
  const caller = useCaller(appId);
  return (
    <Page
      title="Try it"
      lead="As an app's own program would call it, and counted to the app."
      actions={<Segmented label="What to try" value={trial} choices={TRIALS} onChoose={setTrial} />}
    >
      <Failure
        error={apps.error ?? caller.error}
        onRetry={apps.error === undefined ? caller.again : apps.reload}
      />
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
        <label class="inline app-choice">
          <span>As the app</span>
          <select value={appId} onChange={(event) => setChosenApp(event.currentTarget.value)}>
            {usable.map((app) => (
              <option key={app.appId} value={app.appId} dir="auto">
                {app.name}
              </option>
            ))}
          </select>
        </label>
      )}
      {apps.isLoading || caller.isLoading ? <Loading lines={6} /> : null}
      {caller.value === undefined ? null : <TrialOf trial={trial} {...caller.value} />}
    </Page>
  );
}

interface CallerParts {
  readonly client: ParlanceClient;
  readonly voices: readonly CatalogueVoice[];
}

function TrialOf({ trial, client, voices }: CallerParts & { readonly trial: Trial }): JSX.Element {
  switch (trial) {
    case 'speech':
      return <SpeakTrial client={client} voices={voices} />;
    case 'file':
      return <RecordingTrial client={client} />;
    case 'microphone':
      return <LiveTrial client={client} />;
  }
}

interface Caller {
  readonly value: CallerParts | undefined;
  readonly error: ApiError | undefined;
  readonly isLoading: boolean;
  readonly again: () => void;
}

/** A token is replaced so long before its end. */
const RESERVE_MS = 60_000;

/** A client that calls as an app. Its token is made anew before it ends, as long as the page is open. */
function useCaller(appId: string | undefined): Caller {
  const [held, setHeld] = useState<{
    readonly appId: string;
    readonly parts?: CallerParts;
    readonly error?: ApiError;
  }>();
  const [round, setRound] = useState(0);
  const again = (): void => setRound((before) => before + 1);
  useEffect(() => {
    if (appId === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    becomeCaller(appId).then(
      ({ parts, lifeMs }) => {
        if (isGone) return;
        setHeld({ appId, parts });
        timer = setTimeout(again, Math.max(RESERVE_MS, lifeMs - RESERVE_MS));
      },
      (reason: unknown) => !isGone && setHeld({ appId, error: asApiError(reason) }),
    );
    void round;
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [appId, round]);
  const current = held?.appId === appId ? held : undefined;
  return {
    value: current?.parts,
    error: current?.error,
    isLoading: appId !== undefined && current === undefined,
    again,
  };
}

async function becomeCaller(appId: string): Promise<{ parts: CallerParts; lifeMs: number }> {
  const path = `apps/${encodeURIComponent(appId)}/try-token`;
  const { token, expiresAt } = await callAdmin<TryToken>(path, { method: 'POST' });
  const client = createParlanceClient({ url: ROOT.href, appId, token });
  return { parts: { client, voices: await voicesOf(client) }, lifeMs: Date.parse(expiresAt) - Date.now() };
}
