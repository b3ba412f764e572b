import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { callAdmin } from '../../api/client.ts';
import type { VoicePackLine, VoicePacksAnswer } from '../../api/wire.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Section } from '../../parts/page.tsx';
import { formatBytes } from '../../state/format.ts';
import { useAction } from '../../state/use-action.ts';
import type { Resource } from '../../state/use-resource.ts';
import { AddPackForm } from './add-pack-form.tsx';

interface PacksSectionProps {
  /** The page shows its error. */
  readonly packs: Resource<VoicePacksAnswer>;
  /** Called after voices were added or removed. */
  readonly onChange: () => void;
}

/** The voice packs that were added to the running service, and the form to add another one. */
export function PacksSection({ packs: { value, reload }, onChange }: PacksSectionProps): JSX.Element {
  const [isAdding, setIsAdding] = useState(false);
  const changed = (): void => {
    reload();
    onChange();
  };
  const packs = value?.voicePacks ?? [];
  return (
    <Section
      title="Voice packs"
      lead="A folder with your own model and a file voice-pack.json. Its voices are available at once."
      actions={
        <button type="button" class="button" onClick={() => setIsAdding(true)}>
          Add a voice pack…
        </button>
      }
    >
      {packs.length === 0 ? null : (
        <ul class="models">
          {packs.map((pack) => (
            <PackRow key={pack.packId} pack={pack} onRemoved={changed} />
          ))}
        </ul>
      )}
      <Dialog title="Add a voice pack" isOpen={isAdding} onClose={() => setIsAdding(false)}>
        <AddPackForm
          onCancel={() => setIsAdding(false)}
          onAdded={() => {
            setIsAdding(false);
            changed();
          }}
        />
      </Dialog>
    </Section>
  );
}

interface PackRowProps {
  readonly pack: VoicePackLine;
  readonly onRemoved: () => void;
}

function PackRow({ pack, onRemoved }: PackRowProps): JSX.Element {
  const [isAsking, setIsAsking] = useState(false);
  const names = pack.voices.map(({ name }) => name).join(', ');
  const remove = useAction(async () => {
    const path = `voice-packs/${encodeURIComponent(pack.packId)}?force=${pack.usedAs.length > 0}`;
    await callAdmin(path, { method: 'DELETE' });
    setIsAsking(false);
    onRemoved();
  });
  return (
    <li class="model">
      <div class="voice-name">
        <strong>{names}</strong>
        <span class="mono muted breaks">{pack.voices.map(({ code }) => code).join(', ')}</span>
      </div>
      <dl class="model-facts">
        <Fact name="Model">{pack.family}</Fact>
        <Fact name="Licence">{pack.licence}</Fact>
        <Fact name="On disk">{formatBytes(pack.sizeBytes)}</Fact>
        <Fact name="Added">
          <Moment at={pack.addedAt} style="relative" />
        </Fact>
      </dl>
      <div class="model-actions">
        <button type="button" class="button" aria-label={`Remove ${names}`} onClick={() => setIsAsking(true)}>
          Remove…
        </button>
      </div>
      {pack.error === null ? null : (
        <p class="model-wide" role="status">
          {pack.error.message}
        </p>
      )}
      <Dialog title={`Remove ${names}?`} isOpen={isAsking} onClose={() => setIsAsking(false)}>
        {pack.usedAs.length > 0 ? <p>In use: {pack.usedAs.join('; ')}.</p> : null}
        <p>Its files are deleted. Current requests can finish; new ones cannot use its voices.</p>
        <Confirm action={remove} verb="Remove" onKeep={() => setIsAsking(false)} />
      </Dialog>
    </li>
  );
}

function Fact({
  name,
  children,
}: {
  readonly name: string;
  readonly children: JSX.Element | string;
}): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
