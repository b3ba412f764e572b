import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { callAdmin } from '../../api/client.ts';
import type { ModelLine } from '../../api/wire.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/notice.tsx';
import { Badge } from '../../parts/status-badge.tsx';
import { formatBytes, formatCount } from '../../state/format.ts';
import { useAction } from '../../state/use-action.ts';
import { purposeOf, usesOf } from './model-advice.ts';

interface ModelRowProps {
  readonly model: ModelLine;
  /** Called after the model was changed. */
  readonly onChange: () => void;
}

export function ModelRow({ model, onChange }: ModelRowProps): JSX.Element {
  const { id, state, error } = model;
  const path = `models/${encodeURIComponent(id)}`;
  const change = useAction(async (method: 'POST' | 'DELETE', action: string) => {
    await callAdmin(`${path}/${action}`, { method });
    onChange();
  });
  return (
    <li class="model">
      <div class="voice-name">
        <strong>{model.title}</strong>
        <span class="mono muted">{id}</span>
        <span>{purposeOf(model)}</span>
        {model.goodFor === null ? null : (
          <span class="muted">
            Good for {model.goodFor}.{' '}
            {model.figures === null ? 'Not measured.' : `Measured: ${model.figures}.`}
          </span>
        )}
        {model.licenceNotice === null ? null : <span class="muted">{model.licenceNotice}</span>}
      </div>
      <dl class="model-facts">
        <Fact name="On disk" value={formatBytes(model.sizeBytes)} />
        <Fact
          name="Memory"
          value={model.memoryBytes === null ? 'not loaded' : formatBytes(model.memoryBytes)}
        />
        <Fact name="Real-time factor" value={speedOf(model)} />
        <div>
          <dt>Licence</dt>
          <dd>
            <a href={model.licenceUrl} rel="noreferrer">
              {model.licence}
            </a>
          </dd>
        </div>
      </dl>
      <div class="model-actions">
        <StateBadge model={model} />
        {state === 'available' ? (
          <button
            type="button"
            class="button"
            aria-disabled={change.isBusy}
            onClick={() => change.run('POST', 'install')}
          >
            Install{model.downloadBytes === null ? '' : ` (${formatBytes(model.downloadBytes)})`}
          </button>
        ) : null}
        {state === 'installing' ? (
          <button
            type="button"
            class="button"
            aria-disabled={change.isBusy}
            onClick={() => change.run('DELETE', 'install')}
          >
            Cancel
          </button>
        ) : null}
        {model.isInUse && !model.isDefault && state === 'installed' ? (
          <button
            type="button"
            class="button"
            aria-disabled={change.isBusy}
            onClick={() => change.run('POST', 'default')}
          >
            Make default
          </button>
        ) : null}
        {state === 'installed' ? <RemoveButton model={model} path={path} onRemoved={onChange} /> : null}
      </div>
      {state === 'installing' ? <InstallProgress model={model} /> : null}
      {error === null ? null : (
        <p class="model-wide" role="status">
          {error.message}
        </p>
      )}
      {change.error === undefined ? null : (
        <div class="model-wide">
          <Failure error={change.error} />
        </div>
      )}
    </li>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function speedOf({ measured }: ModelLine): string {
  return measured === null ? 'not measured yet' : formatCount(measured.realTimeFactor.toPrecision(2));
}

function StateBadge({ model }: { readonly model: ModelLine }): JSX.Element | null {
  if (model.isDefault) return <Badge tone="success">Default</Badge>;
  if (model.isInUse) return <Badge tone="processing">In use</Badge>;
  return model.state === 'installed' ? <Badge tone="neutral">Installed</Badge> : null;
}

const PHASES = {
  download: 'Downloading',
  verify: 'Checking',
  convert: 'Converting',
  install: 'Installing',
} as const;

function InstallProgress({ model: { title, progress } }: { readonly model: ModelLine }): JSX.Element | null {
  if (progress === null) return null;
  const { phase, doneBytes, totalBytes } = progress;
  const isKnown = totalBytes > 0;
  return (
    <div class="model-wide model-progress">
      <progress
        aria-label={`Install of ${title}`}
        {...(isKnown ? { max: totalBytes, value: doneBytes } : {})}
      />
      <span class="muted small">
        {PHASES[phase]}
        {isKnown ? ` ${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}` : ''}
      </span>
    </div>
  );
}

function RemoveButton({
  model,
  path,
  onRemoved,
}: {
  readonly model: ModelLine;
  readonly path: string;
  readonly onRemoved: () => void;
}): JSX.Element {
  const [isAsking, setIsAsking] = useState(false);
  const uses = usesOf(model);
  const remove = useAction(async () => {
    await callAdmin(`${path}?force=${uses.length > 0}`, { method: 'DELETE' });
    setIsAsking(false);
    onRemoved();
  });
  return (
    <>
      <button type="button" class="button" onClick={() => setIsAsking(true)}>
        Remove…
      </button>
      <Dialog title={`Remove ${model.title}?`} isOpen={isAsking} onClose={() => setIsAsking(false)}>
        {uses.map((use) => (
          <p key={use}>{use}</p>
        ))}
        <p>
          Its files are deleted. Current requests can finish
          {model.voices.length > 0 ? '; new ones cannot use its voices' : ''}.
        </p>
        <Confirm action={remove} verb="Remove" onKeep={() => setIsAsking(false)} />
      </Dialog>
    </>
  );
}
