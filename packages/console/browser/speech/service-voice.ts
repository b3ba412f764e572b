import type { Caller } from './caller.ts';
import { getJson } from './service-call.ts';

/** A voice that the app may use. */
export interface ServiceVoice {
  readonly code: string;
  readonly name: string;
  readonly languageCode: string;
  readonly gender: string;
  readonly engine: string;
  /** Whether it is a realtime voice, which `/v1/tts` accepts with mode "sync". */
  readonly isLive: boolean;
  /** Whether it has word timings. */
  readonly hasWordTimes: boolean;
}

interface VoiceList {
  readonly voices: readonly {
    readonly id: string;
    readonly name: string;
    readonly language: string;
    readonly gender: string;
    readonly engine: string;
    readonly word_times: boolean;
  }[];
}

const PAGE_LIMIT = 100;

/** Every voice of the app, realtime voices first. @throws ApiError, ParlanceError */
export async function listVoices(caller: Caller): Promise<readonly ServiceVoice[]> {
  const [live, { voices }] = await Promise.all([
    liveCodes(caller),
    getJson<VoiceList>(caller, 'v1/audio/voices'),
  ]);
  const rank = (code: string): number => (live.includes(code) ? live.indexOf(code) : live.length);
  return voices
    .map(({ id, name, language, gender, engine, word_times }) => ({
      code: id,
      name,
      languageCode: language,
      gender,
      engine,
      isLive: live.includes(id),
      hasWordTimes: word_times,
    }))
    .toSorted((a, b) => rank(a.code) - rank(b.code));
}

async function liveCodes({ client }: Caller): Promise<string[]> {
  const codes: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.voices({
      realtime: true,
      limit: PAGE_LIMIT,
      ...(cursor === undefined ? {} : { cursor }),
    });
    codes.push(...page.voices.map(({ code }) => code));
    cursor = page.nextCursor;
  }
  return codes;
}
