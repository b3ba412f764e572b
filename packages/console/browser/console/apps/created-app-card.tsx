import type { JSX } from 'preact';
import { ROOT } from '../../api/client.ts';
import type { CreatedApp, ModelsAnswer } from '../../api/wire.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Link } from '../../parts/link.tsx';
import { formatDay } from '../../state/format.ts';
import { useResource } from '../../state/use-resource.ts';

/** The credentials of a new app, and a command to try them. */
export function CreatedAppCard({ created }: { readonly created: CreatedApp }): JSX.Element {
  const { appId, token, webhookSecret, expiresAt } = created;
  const voiceCode = useResource<ModelsAnswer>('models').value?.defaultVoice ?? null;
  return (
    <div class="card created">
      <div class="notice">
        <Icon name="warning" />
        <div>
          <strong>Copy the token and the secret before you leave this page.</strong>
          <p>They are not shown again. A lost token can be replaced on the app’s page.</p>
        </div>
      </div>
      <CopyField label="App ID" value={appId} />
      <CopyField label="Token" value={token} />
      <CopyField label="Webhook secret" value={webhookSecret} />
      {voiceCode === null ? null : (
        <CopyField label="A command to try it" value={firstCall(created, voiceCode)} />
      )}
      <p class="muted">
        {expiresAt === null ? 'The token never expires.' : `The token expires on ${formatDay(expiresAt)}.`}
      </p>
      <div class="step-buttons">
        <Link to="/apps" class="button">
          All apps
        </Link>
        <Link to={`/apps/${encodeURIComponent(appId)}`} class="button primary">
          Go to the app
        </Link>
      </div>
    </div>
  );
}

function firstCall({ appId, token }: CreatedApp, voiceCode: string): string {
  const body = JSON.stringify({ mode: 'sync', voiceCode, text: 'Hello from Parlance.' });
  return (
    `curl -sS ${new URL('v1/tts', ROOT)} -H 'Authorization: Bearer ${token}' -H 'App-Id: ${appId}' ` +
    `-H 'Content-Type: application/json' -o hello.mp3 -d '${body}'`
  );
}
