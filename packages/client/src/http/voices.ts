import { type Connection, callJson, type RequestOptions } from './call.ts';

export interface VoiceFilter extends Pick<RequestOptions, 'signal'> {
  readonly voiceOwnership?: 'SERVICE' | 'COMMUNITY' | 'PERSONAL';
  readonly code?: string;
  readonly languageCode?: string;
  readonly gender?: 'male' | 'female';
  /** Whether `speak` accepts them. */
  readonly realtime?: boolean;
  /** 1 to 100. */
  readonly limit?: number;
  /** `nextCursor` or `previousCursor` of another page. */
  readonly cursor?: string;
}

export interface CatalogueVoice {
  readonly code: string;
  readonly name: string;
  readonly gender: 'male' | 'female';
  readonly languageCode: string;
  /** Address of a sample; empty if there is none. */
  readonly demo: string;
  readonly creditFactor: number;
}

export interface VoicePage {
  readonly voices: readonly CatalogueVoice[];
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
}

interface WirePage {
  readonly result: {
    readonly voices: readonly {
      readonly code: string;
      readonly name: string;
      readonly gender: 'male' | 'female';
      readonly language_code: string;
      readonly demo: string;
      readonly credit_factor: number;
    }[];
    readonly pagination: { readonly next_cursor: string; readonly prev_cursor: string | null };
  };
}

export async function listVoices(
  connection: Connection,
  { signal, ...filter }: VoiceFilter,
): Promise<VoicePage> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    if (value !== undefined) query.set(name, String(value));
  }
  const { result } = await callJson<WirePage>(connection, `/api/public/v1/voices?${query}`, { signal });
  return {
    voices: result.voices.map((voice) => ({
      code: voice.code,
      name: voice.name,
      gender: voice.gender,
      languageCode: voice.language_code,
      demo: voice.demo,
      creditFactor: voice.credit_factor,
    })),
    nextCursor: result.pagination.next_cursor || null,
    previousCursor: result.pagination.prev_cursor,
  };
}
