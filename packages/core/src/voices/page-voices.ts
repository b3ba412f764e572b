import type { Voice, VoicePosition } from '../engine/voice.ts';
import { SpeechError } from '../errors/speech-error.ts';
import type { Sealer } from '../platform/sealer.ts';
import { listVoices, type VoicePageRequest } from './list-voices.ts';
import { isRealtimeVoice, type RealtimeVoices } from './realtime-voices.ts';
import type { VoiceCatalogue } from './voice-catalogue.ts';
import type { VoiceQuery } from './voice-query.ts';

export interface VoicePageWithCursors {
  readonly voices: readonly Voice[];
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
}

/** Which list of voices is requested, and by which app. */
export interface VoiceListing {
  readonly query: VoiceQuery;
  readonly appId: string | undefined;
  readonly realtimeVoices: RealtimeVoices;
}

type Position = NonNullable<VoicePageRequest['position']>;

/** Cursors of the earlier order, only by code, had no number. */
const PURPOSE = 'voices-cursor-2';

/**
 * List voices with cursors. A cursor contains the place of a voice and the list it belongs to (filters and app), so it stays
 * valid when voices are added or removed, and is refused for other lists.
 *
 * @throws SpeechError `INVALID_INPUT` for a cursor that was altered or belongs to another list
 */
export function pageVoices(
  { voices }: VoiceCatalogue,
  sealer: Sealer,
  { query, appId, realtimeVoices }: VoiceListing,
): VoicePageWithCursors {
  const list = listIdentity(query, appId);
  const page = listVoices(
    speaksAtOnce(voices, query.realtime, realtimeVoices),
    {
      ownership: query.voice_ownership,
      code: query.code,
      languageCode: query.language_code,
      gender: query.gender,
      limit: query.limit,
      position: query.cursor === undefined ? undefined : openCursor(sealer, query.cursor, list),
    },
    appId,
  );
  const cursor = (direction: Position['direction'], at: Voice | undefined): string | null => {
    if (at === undefined) return null;
    const { code, engine, languageCode, quality } = at;
    const voice: VoicePosition = { code, engine, languageCode, ...(quality && { quality }) };
    return sealer.seal(PURPOSE, JSON.stringify({ list, direction, voice }));
  };
  return {
    voices: page.voices,
    nextCursor: page.hasNext ? cursor('after', page.voices.at(-1)) : null,
    previousCursor: page.hasPrevious ? cursor('before', page.voices[0]) : null,
  };
}

function listIdentity(query: VoiceQuery, appId: string | undefined): string {
  return JSON.stringify([
    appId ?? null,
    query.voice_ownership,
    query.code,
    query.language_code,
    query.gender,
    // Left out if it is not requested, so that cursors from before this filter stay valid.
    ...(query.realtime === undefined ? [] : [query.realtime]),
  ]);
}

function speaksAtOnce(
  voices: readonly Voice[],
  realtime: VoiceQuery['realtime'],
  realtimeVoices: RealtimeVoices,
): readonly Voice[] {
  if (realtime === undefined) return voices;
  return voices.filter(({ code }) => isRealtimeVoice(realtimeVoices, code) === (realtime === 'true'));
}

function openCursor(sealer: Sealer, cursor: string, list: string): Position {
  const text = sealer.open(PURPOSE, cursor);
  // Sealed content is our own JSON, so only its list has to be checked.
  const content = text === undefined ? undefined : (JSON.parse(text) as Position & { list: string });
  if (content === undefined || content.list !== list) {
    throw new SpeechError(
      'INVALID_INPUT',
      'cursor is not one that this list of voices gave out. Start again without a cursor.',
      { field: 'cursor' },
    );
  }
  return { direction: content.direction, voice: content.voice };
}
