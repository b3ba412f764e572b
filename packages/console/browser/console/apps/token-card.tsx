import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { RotatedToken } from '../../api/wire.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Section } from '../../parts/page.tsx';
import { Segmented } from '../../parts/segmented.tsx';
import { useAction } from '../../state/use-action.ts';
import { useRepeatablePost } from '../../state/use-repeatable-post.ts';

const GRACE = [
  ['0', 'At once'],
  ['3600', 'In an hour'],
  ['86400', 'In a day'],
] as const;
type Grace = (typeof GRACE)[number][0];

/** Replaces the app's token, which cannot be shown again. */
export function TokenCard({ path }: { readonly path: string }): JSX.Element {
  const [isAsking, setIsAsking] = useState(false);
  const [grace, setGrace] = useState<Grace>('0');
  const [rotated, setRotated] = useState<RotatedToken>();
  const sending = useRepeatablePost();
  const rotate = useAction(async () => {
    const body = { graceSeconds: Number(grace) };
    setRotated(await sending.post<RotatedToken>(`${path}/token/rotate`, body));
    setIsAsking(false);
  });
  const ask = (): void => {
    // A retry in the same dialog is the same rotation; opening the dialog again is another one.
    sending.renew();
    rotate.clear();
    setGrace('0');
    setIsAsking(true);
  };
  return (
    <Section title="Token" lead="Lost or leaked? Replace it with a new one; the app stays the same.">
      {rotated === undefined ? null : (
        <>
          <CopyField label="New token, shown only once" value={rotated.token} />
          <p class="muted small">
            {rotated.oldTokenGoodUntil === null ? (
              'The old one is no longer valid.'
            ) : (
              <>
                The old one is valid until <Moment at={rotated.oldTokenGoodUntil} />.
              </>
            )}
          </p>
        </>
      )}
      <div class="actions">
        <button type="button" class="button" onClick={ask}>
          Rotate token…
        </button>
      </div>
      <Dialog title="Rotate the token?" isOpen={isAsking} onClose={() => setIsAsking(false)}>
        <p>
          A new token is generated and shown once. When the old one ends, programs that use it are refused,
          and so are live sessions and client tokens created with it. When should it end?
        </p>
        <Segmented label="When the old token ends" value={grace} choices={GRACE} onChoose={setGrace} />
        <Confirm action={rotate} verb="Rotate" onKeep={() => setIsAsking(false)} />
      </Dialog>
    </Section>
  );
}
