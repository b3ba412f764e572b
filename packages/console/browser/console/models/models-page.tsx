import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ModelLine, ModelsAnswer } from '../../api/wire.ts';
import { Failure, Loading } from '../../parts/notice.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { useResource } from '../../state/use-resource.ts';
import { ModelRow } from './model-row.tsx';

const INSTALLING_EVERY_MS = 1000;
const IDLE_EVERY_MS = 5000;

const GROUPS: readonly { title: string; lead: string; kinds: readonly string[] }[] = [
  {
    title: 'Recognition',
    lead: 'For more accuracy install Parakeet v2 (English) or v3 (25 European languages); Whisper small supports the most languages. All are larger and slower than Moonshine.',
    kinds: ['recognition', 'online-recognition'],
  },
  {
    title: 'Voices',
    lead: 'A model has one voice or several. Kokoro sounds most natural; Piper voices are fastest.',
    kinds: ['synthesis'],
  },
  {
    title: 'Parts',
    lead: 'Models that other models need.',
    kinds: ['voice-activity', 'data', 'punctuation'],
  },
];

/** The models that are installed or available, and what each is recommended for. */
export function ModelsPage(): JSX.Element {
  const [everyMs, setEveryMs] = useState(IDLE_EVERY_MS);
  const { value, error, isLoading, reload } = useResource<ModelsAnswer>('models', { everyMs });
  const isInstalling = value?.models.some(({ state }) => state === 'installing') === true;
  const wantedMs = isInstalling ? INSTALLING_EVERY_MS : IDLE_EVERY_MS;
  if (wantedMs !== everyMs) setEveryMs(wantedMs);
  return (
    <Page title="Models" lead={value === undefined ? ' ' : <Defaults overview={value} />}>
      <Failure error={error} onRetry={reload} />
      {isLoading ? <Loading lines={8} /> : null}
      {value === undefined
        ? null
        : GROUPS.map(({ title, lead, kinds }) => (
            <Section key={title} title={title} lead={lead}>
              <ul class="models">
                {sorted(value.models.filter(({ kind }) => kinds.includes(kind))).map((model) => (
                  <ModelRow key={model.id} model={model} onChange={reload} />
                ))}
              </ul>
            </Section>
          ))}
    </Page>
  );
}

function Defaults({ overview }: { readonly overview: ModelsAnswer }): JSX.Element {
  return (
    <>
      Default voice: <strong>{overview.defaultVoice ?? 'none'}</strong>. Default recognizer:{' '}
      <strong>{overview.defaultRecognizer ?? 'none'}</strong>.
    </>
  );
}

/** Defaults first, then installed models, each in the order of the catalogue. */
function sorted(models: readonly ModelLine[]): readonly ModelLine[] {
  const rank = ({ isDefault, state }: ModelLine): number => {
    if (isDefault) return 0;
    return state === 'available' ? 2 : 1;
  };
  return models.toSorted((one, other) => rank(one) - rank(other));
}
