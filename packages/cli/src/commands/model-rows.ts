import type { ManagedModel } from '@parlance/core/service';
import { adviceOn, type ModelStatus, measuredFigures } from '@parlance/models';

/** A model of the catalogue with the state of its files and its use. */
export type ListedModel = ModelStatus & { readonly use: ManagedModel | undefined };

export const MODEL_COLUMNS = [
  'ID',
  'FOR',
  'LANGUAGES',
  'SIZE',
  'LICENCE',
  'INSTALLED',
  'USE',
  'GOOD FOR',
  'MEASURED',
];

const BYTES_PER_MEGABYTE = 1_000_000;
const SHOWN_LANGUAGES = 4;
const SHOWN_VOICES = 3;

export function modelRow({ entry, isInstalled, source, trust, use }: ListedModel): string[] {
  const from =
    trust === 'first-use' ? `yes, from ${source}, digests recorded at first use` : `yes, from ${source}`;
  return [
    entry.id,
    purposeOf(entry.kind, use?.voices ?? []),
    shortList(entry.languages, SHOWN_LANGUAGES),
    `${(entry.sizeBytes / BYTES_PER_MEGABYTE).toFixed(0)} MB`,
    entry.licence,
    isInstalled ? from : 'no',
    useOf(use),
    adviceOn(entry.id)?.goodFor ?? '',
    adviceOn(entry.id) === undefined ? '' : measuredFigures(entry.id),
  ];
}

function purposeOf(kind: string, voices: readonly string[]): string {
  if (kind === 'synthesis')
    return voices.length === 0 ? 'voices' : `voices ${shortList(voices, SHOWN_VOICES)}`;
  if (kind === 'recognition') return 'recognition';
  if (kind === 'online-recognition') return 'live recognition';
  if (kind === 'voice-activity') return 'voice activity detection';
  return kind === 'data' ? 'part of other models' : kind;
}

function useOf(use: ManagedModel | undefined): string {
  if (use === undefined) return '';
  if (use.isDefault) return 'default';
  return use.isInUse ? 'in use' : '';
}

/** Some models support a hundred languages: a row shows the first ones, `--json` all of them. */
function shortList(all: readonly string[], count: number): string {
  const more = all.length - count;
  const shown = all.slice(0, count).join(' ');
  return more > 0 ? `${shown} +${more}` : shown;
}
