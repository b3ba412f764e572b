import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { callAdmin } from '../api/client.ts';
import type { AppsAnswer, VoiceLine } from '../api/wire.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Failure, Loading } from '../parts/notice.tsx';
import { Badge } from '../parts/status-badge.tsx';
import { useAction } from '../state/use-action.ts';
import { useResource } from '../state/use-resource.ts';

const OWNERSHIPS = { SERVICE: 'Service', COMMUNITY: 'Community', PERSONAL: 'Personal' } as const;
const MAX_LISTED_APPS = 100;

interface VoiceOwnerProps {
  readonly voice: VoiceLine;
  /** Called after it was given to somebody else. */
  readonly onChange: () => void;
}

/** Whose voice it is, and a button that gives it to one app or back to all. */
export function VoiceOwner({ voice, onChange }: VoiceOwnerProps): JSX.Element {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div class="voice-owner">
      <Badge tone={voice.ownership === 'SERVICE' ? 'neutral' : 'processing'}>
        {OWNERSHIPS[voice.ownership]}
      </Badge>
      <button
        type="button"
        class="button"
        aria-label={`Give ${voice.name} (${voice.code}) to an app`}
        onClick={() => setIsAsking(true)}
      >
        Give…
      </button>
      <Dialog title={`Who may use ${voice.name}?`} isOpen={isAsking} onClose={() => setIsAsking(false)}>
        <OwnerForm
          voice={voice}
          onCancel={() => setIsAsking(false)}
          onGiven={() => {
            setIsAsking(false);
            onChange();
          }}
        />
      </Dialog>
    </div>
  );
}

interface OwnerFormProps {
  readonly voice: VoiceLine;
  readonly onCancel: () => void;
  readonly onGiven: () => void;
}

function OwnerForm({ voice, onCancel, onGiven }: OwnerFormProps): JSX.Element {
  const apps = useResource<AppsAnswer>(`apps?limit=${MAX_LISTED_APPS}`);
  const [appId, setAppId] = useState(voice.ownerAppId ?? '');
  const give = useAction(async () => {
    const path = `voices/${encodeURIComponent(voice.code)}/owner`;
    await callAdmin(path, { method: 'POST', body: { appId: appId === '' ? null : appId } });
    onGiven();
  });
  const listed = (apps.value?.apps ?? []).filter(
    (app) => app.revokedAt === null || app.appId === voice.ownerAppId,
  );
  const isOwnerListed = !voice.ownerAppId || listed.some((app) => app.appId === voice.ownerAppId);
  return (
    <>
      <p>A voice of one app is seen and used by that app alone.</p>
      {apps.isLoading ? <Loading lines={1} /> : null}
      {apps.value === undefined ? null : (
        <label class="field">
          <span>Used by</span>
          <select value={appId} onChange={(event) => setAppId(event.currentTarget.value)}>
            <option value="">Every app</option>
            {isOwnerListed ? null : <option value={voice.ownerAppId ?? ''}>{voice.ownerAppId}</option>}
            {listed.map((app) => (
              <option key={app.appId} value={app.appId}>
                {app.name} ({app.appId.slice(0, 8)})
              </option>
            ))}
          </select>
        </label>
      )}
      {apps.value?.nextCursor ? (
        <p class="muted">
          These are the first {MAX_LISTED_APPS} apps. For others use “parlance voices give {voice.code}{' '}
          APP-ID”.
        </p>
      ) : null}
      <Failure error={give.error ?? apps.error} />
      <div class="step-buttons">
        <button type="button" class="button" onClick={onCancel}>
          Cancel
        </button>
        <button
          type="button"
          class="button primary"
          disabled={give.isBusy || apps.value === undefined}
          onClick={() => give.run()}
        >
          Save
        </button>
      </div>
    </>
  );
}
