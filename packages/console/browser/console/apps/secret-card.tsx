import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { RotatedSecret } from '../../api/wire.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Section } from '../../parts/page.tsx';
import { useAction } from '../../state/use-action.ts';
import { useRepeatablePost } from '../../state/use-repeatable-post.ts';

/** Rotates the secret that signs webhook deliveries, and shows the new one once. */
export function SecretCard({ path }: { readonly path: string }): JSX.Element {
  const [isAsking, setIsAsking] = useState(false);
  const [rotated, setRotated] = useState<RotatedSecret>();
  const sending = useRepeatablePost();
  const rotate = useAction(async () => {
    setRotated(await sending.post<RotatedSecret>(`${path}/webhook-secret/rotate`));
    setIsAsking(false);
  });
  const ask = (): void => {
    // A retry in the same dialog is the same rotation; opening the dialog again is another one.
    sending.renew();
    rotate.clear();
    setIsAsking(true);
  };
  return (
    <Section
      title="Webhook secret"
      lead="It signs each delivery, so that the receiver can detect forged ones."
    >
      {rotated === undefined ? null : (
        <>
          <CopyField label="New secret, shown only once" value={rotated.webhookSecret} />
          <p class="muted small">
            The old one is also used until <Moment at={rotated.oldSecretSignsUntil} />.
          </p>
        </>
      )}
      <div class="actions">
        <button type="button" class="button" onClick={ask}>
          Rotate secret…
        </button>
      </div>
      <Dialog title="Rotate the webhook secret?" isOpen={isAsking} onClose={() => setIsAsking(false)}>
        <p>
          A new secret is generated and shown once. For a day deliveries are signed with both secrets, so that
          receivers have time to change.
        </p>
        <Confirm action={rotate} verb="Rotate" onKeep={() => setIsAsking(false)} />
      </Dialog>
    </Section>
  );
}
