import { type Gender, isVisibleTo, type Voice, type VoiceOwnership } from '../../domain/voices/voice.ts';

export interface VoiceFilter {
  readonly ownership?: VoiceOwnership | undefined;
  readonly code?: string | undefined;
  readonly languageCode?: string | undefined;
  readonly gender?: Gender | undefined;
}

export interface VoicePageRequest extends VoiceFilter {
  readonly limit: number;
  /** Where the page lies: next to a voice's code, which stays put when voices are added. */
  readonly position?: { readonly direction: 'after' | 'before'; readonly code: string } | undefined;
}

export interface VoicePage {
  readonly voices: readonly Voice[];
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

/** The voices that a caller may see, by code. */
export function filterVoices(
  catalogue: readonly Voice[],
  filter: VoiceFilter,
  appId: string | undefined,
): readonly Voice[] {
  return catalogue
    .filter(
      (voice) =>
        isVisibleTo(voice, appId) &&
        (filter.ownership ?? voice.ownership) === voice.ownership &&
        (filter.code ?? voice.code) === voice.code &&
        (filter.languageCode ?? voice.languageCode) === voice.languageCode &&
        (filter.gender ?? voice.gender) === voice.gender,
    )
    .toSorted((a, b) => compareCodes(a.code, b.code));
}

/** One page of {@link filterVoices}. */
export function listVoices(
  catalogue: readonly Voice[],
  request: VoicePageRequest,
  appId: string | undefined,
): VoicePage {
  const all = filterVoices(catalogue, request, appId);
  const first = pageStart(all, request);
  const voices = all.slice(Math.max(0, first), first + request.limit);
  return { voices, hasPrevious: first > 0, hasNext: first + request.limit < all.length };
}

function pageStart(all: readonly Voice[], { position, limit }: VoicePageRequest): number {
  if (position === undefined) return 0;
  const { code, direction } = position;
  if (direction === 'after') return countWhile(all, (voice) => compareCodes(voice.code, code) <= 0);
  // A full page before the mark; the first page may begin before the list does, which slice() clips.
  return countWhile(all, (voice) => compareCodes(voice.code, code) < 0) - limit;
}

function countWhile(all: readonly Voice[], isBefore: (voice: Voice) => boolean): number {
  const index = all.findIndex((voice) => !isBefore(voice));
  return index === -1 ? all.length : index;
}

/** By code unit, the same in every locale, so that a cursor means the same on every server. */
function compareCodes(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
