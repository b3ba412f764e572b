import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { callAdmin } from '../api/client.ts';
import type { VoiceLine } from '../api/wire.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Failure } from '../parts/notice.tsx';
import { Badge } from '../parts/status-badge.tsx';
import { useAction } from '../state/use-action.ts';
import { AppChoice } from './app-choice.tsx';

const OWNERSHIPS = { SERVICE: 'Service', COMMUNITY: 'Community', PERSONAL: 'Personal' } as const;

interface VoiceOwnerProps {
  readonly voice: VoiceLine;
  /** Called after the voice was assigned. */
  readonly onChange: () => void;
}

/** The ownership of a voice, and a button that assigns it to one app or to all. */
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
        aria-label={`Assign ${voice.name} (${voice.code}) to an app`}
        onClick={() => setIsAsking(true)}
      >
        Assign…
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
  const [appId, setAppId] = useState(voice.ownerAppId ?? '');
  const give = useAction(async () => {
    const path = `voices/${encodeURIComponent(voice.code)}/owner`;
    await callAdmin(path, { method: 'POST', body: { appId: appId === '' ? null : appId } });
    onGiven();
  });
  return (
    <>
      <p>Only the app that a voice is assigned to can see and use it.</p>
      <AppChoice
        label="Used by"
        nobody="Every app"
        appId={appId}
        owner={voice.ownerAppId ?? undefined}
        otherWay={`parlance voices give ${voice.code} APP-ID`}
        onChange={setAppId}
      />
      <Failure error={give.error} />
      <div class="step-buttons">
        <button type="button" class="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="button" class="button primary" aria-disabled={give.isBusy} onClick={() => give.run()}>
          Save
        </button>
      </div>
    </>
  );
}
