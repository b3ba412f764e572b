import {
  compareVoices,
  type Gender,
  isVisibleTo,
  type Voice,
  type VoiceOwnership,
  type VoicePosition,
} from '../engine/voice.ts';

export interface VoiceFilter {
  readonly ownership?: VoiceOwnership | undefined;
  readonly code?: string | undefined;
  readonly languageCode?: string | undefined;
  readonly gender?: Gender | undefined;
}

export interface VoicePageRequest extends VoiceFilter {
  readonly limit: number;
  /** Where the page begins: next to a voice's place, which does not change when voices are added or removed. */
  readonly position?: { readonly direction: 'after' | 'before'; readonly voice: VoicePosition } | undefined;
}

export interface VoicePage {
  readonly voices: readonly Voice[];
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

/** The voices that a caller may see, in the catalogue's order. */
export function filterVoices(
  catalogue: readonly Voice[],
  filter: VoiceFilter,
  appId: string | undefined,
): readonly Voice[] {
  return catalogue.filter(
    (voice) =>
      isVisibleTo(voice, appId) &&
      (filter.ownership ?? voice.ownership) === voice.ownership &&
      (filter.code ?? voice.code) === voice.code &&
      (filter.languageCode ?? voice.languageCode) === voice.languageCode &&
      (filter.gender ?? voice.gender) === voice.gender,
  );
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
  const { voice: mark, direction } = position;
  if (direction === 'after') return countWhile(all, (voice) => compareVoices(voice, mark) <= 0);
  // A full page before the mark; the first page may begin before the list does, which slice() cuts off.
  return countWhile(all, (voice) => compareVoices(voice, mark) < 0) - limit;
}

function countWhile(all: readonly Voice[], isBefore: (voice: Voice) => boolean): number {
  const index = all.findIndex((voice) => !isBefore(voice));
  return index === -1 ? all.length : index;
}
