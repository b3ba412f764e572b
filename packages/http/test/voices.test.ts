import { compareVoices } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import type { SpeechService } from '@parlance/core/service';
import { describe, expect, it } from 'vitest';
import { CREDENTIALS, fakeService, VOICES } from './support/fake-service.ts';
import { startServer } from './support/test-server.ts';

interface VoiceView {
  code: string;
  name: string;
  gender: string;
  language_code: string;
  demo: string;
  credit_factor: number;
}
interface Pagination {
  has_next_page: boolean;
  has_prev_page: boolean;
  next_cursor: string;
  prev_cursor: string | null;
}
interface List {
  result: { voices: VoiceView[]; pagination: Pagination };
  status: number;
}

function get(url: string, query = ''): Promise<Response> {
  return fetch(`${url}/api/public/v1/voices${query}`, { headers: CREDENTIALS });
}

async function list(url: string, query: Record<string, string>): Promise<List> {
  const response = await get(url, `?${new URLSearchParams(query)}`);
  expect(response.status).toBe(200);
  return (await response.json()) as List;
}

/** What the caller may see, in the order of the list. */
const VISIBLE = VOICES.filter(
  (voice) => voice.ownership !== 'PERSONAL' || voice.ownerAppId === 'app-1',
).toSorted(compareVoices);

describe('GET /api/public/v1/voices', () => {
  it('answers in the form of the interface as text/json', async () => {
    const { url } = await startServer();
    const response = await get(url, '?limit=1');
    expect(response.headers.get('content-type')).toBe('text/json; charset=utf-8');
    expect(await response.json()).toEqual({
      result: {
        voices: [
          {
            code: 'voice-00',
            name: 'Voice 0',
            gender: 'male',
            language_code: VISIBLE[0]?.languageCode,
            demo: '',
            credit_factor: 0.25,
          },
        ],
        pagination: {
          has_next_page: true,
          has_prev_page: false,
          next_cursor: expect.any(String),
          prev_cursor: null,
        },
      },
      status: 1,
    });
  });

  it('has 20 voices on a page by default', async () => {
    const { url } = await startServer();
    expect((await list(url, {})).result.voices).toHaveLength(20);
  });

  it.each([1, 7, 20, 100])(
    'walks to the end and back by pages of %i, each voice once and in order',
    async (limit) => {
      const { url } = await startServer();
      const forward: string[][] = [];
      let page = await list(url, { limit: String(limit) });
      for (;;) {
        forward.push(page.result.voices.map((voice) => voice.code));
        const { has_next_page, next_cursor } = page.result.pagination;
        expect(has_next_page).toBe(next_cursor !== '');
        if (next_cursor === '') break;
        page = await list(url, { limit: String(limit), cursor: next_cursor });
      }
      expect(forward.flat()).toEqual(VISIBLE.map((voice) => voice.code));
      const back: string[][] = [];
      for (;;) {
        back.unshift(page.result.voices.map((voice) => voice.code));
        const { has_prev_page, prev_cursor } = page.result.pagination;
        expect(has_prev_page).toBe(prev_cursor !== null);
        if (prev_cursor === null) break;
        page = await list(url, { limit: String(limit), cursor: prev_cursor });
      }
      expect(back).toEqual(forward);
    },
  );

  it.each([
    ['voice_ownership', 'COMMUNITY'],
    ['voiceOwnership', 'PERSONAL'],
    ['language_code', VISIBLE[3]?.languageCode ?? ''],
    ['languageCode', VISIBLE[5]?.languageCode ?? ''],
    ['gender', 'female'],
    ['code', 'voice-10'],
  ])('filters by %s=%s', async (name, value) => {
    const { url } = await startServer();
    const { result } = await list(url, { [name]: value, limit: '100' });
    const expected = VISIBLE.filter((voice) =>
      [voice.ownership, voice.languageCode, voice.gender, voice.code].includes(value),
    );
    expect(result.voices.map((voice) => voice.code)).toEqual(expected.map((voice) => voice.code));
    expect(expected.length).toBeGreaterThan(0);
  });

  it('accepts both spellings if they agree, and an unknown code', async () => {
    const { url } = await startServer();
    const both = await list(url, { voice_ownership: 'SERVICE', voiceOwnership: 'SERVICE', limit: '100' });
    expect(both.result.voices).toHaveLength(15);
    expect((await list(url, { code: 'nobody' })).result).toEqual({
      voices: [],
      pagination: { has_next_page: false, has_prev_page: false, next_cursor: '', prev_cursor: null },
    });
  });

  it.each([
    ['?limit=0', /^limit must be an integer from 1 to 100/],
    ['?limit=101', /^limit must be/],
    ['?limit=1.5', /^limit must be/],
    ['?limit=ten', /^limit must be/],
    ['?limit=', /^limit must be/],
    ['?limit=1&limit=2', /^limit must be/],
    ['?gender=other', /^gender must be male or female/],
    ['?voice_ownership=service', /^voice_ownership must be one of SERVICE, COMMUNITY, PERSONAL/],
    ['?languageCode=xx-XX', /^language_code must be a language code/],
    ['?language_code=en-US&languageCode=de-DE', /^language_code and languageCode are two spellings/],
    [
      '?voice_ownership=SERVICE&voiceOwnership=PERSONAL',
      /^voice_ownership and voiceOwnership are two spellings/,
    ],
    ['?cursor=altered', /^cursor is not one that this list/],
    ['?cursor=', /^cursor must not be empty/],
  ])('refuses %s', async (query, message) => {
    const { url } = await startServer();
    const response = await get(url, query);
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('text/json; charset=utf-8');
    expect(await response.json()).toEqual({
      result: null,
      status: 0,
      error: { code: 'BAD_REQUEST', message: expect.stringMatching(message) },
    });
  });

  it('refuses a cursor of another list', async () => {
    const { url } = await startServer();
    const { next_cursor } = (await list(url, { limit: '2' })).result.pagination;
    const response = await get(url, `?gender=male&cursor=${next_cursor}`);
    expect(response.status).toBe(400);
  });
});

describe('the demo of a voice', () => {
  const withDemos = (renderDemo: NonNullable<SpeechService['renderDemo']>) => fakeService({ renderDemo });

  it('is an address that everybody can play', async () => {
    const { url } = await startServer({ service: withDemos(async (code) => Buffer.from(`mp3 of ${code}`)) });
    const { result } = await list(url, { limit: '1' });
    const demo = result.voices[0]?.demo ?? '';
    expect(demo).toBe(`${url}/api/public/v1/voices/voice-00/demo.mp3`);
    const response = await fetch(demo);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect(await response.text()).toBe('mp3 of voice-00');
  });

  it('is below the public address if there is one, and personal voices have none', async () => {
    const { url } = await startServer({
      service: withDemos(async () => new Uint8Array(1)),
      publicUrl: 'https://speech.example',
    });
    const { voices } = (await list(url, { limit: '100' })).result;
    const personal = new Set(
      VOICES.filter((voice) => voice.ownership === 'PERSONAL').map((voice) => voice.code),
    );
    for (const { code, demo } of voices) {
      expect(demo).toBe(
        personal.has(code) ? '' : `https://speech.example/api/public/v1/voices/${code}/demo.mp3`,
      );
    }
  });

  it.each([
    ['bytes=0-2', 206, 'mp3', 'bytes 0-2/15'],
    ['bytes=-8', 206, 'voice-00', 'bytes 7-14/15'],
    ['bytes=15-', 416, '', 'bytes */15'],
  ])('answers a player that asks for %s', async (range, status, text, contentRange) => {
    const { url } = await startServer({ service: withDemos(async (code) => Buffer.from(`mp3 of ${code}`)) });
    const answer = await fetch(`${url}/api/public/v1/voices/voice-00/demo.mp3`, { headers: { range } });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([status, contentRange]);
    expect(await answer.text()).toBe(text);
  });

  it('is rendered once for concurrent and later requests', async () => {
    let rendered = 0;
    const go = Promise.withResolvers<void>();
    const service = withDemos(async () => {
      rendered++;
      await go.promise;
      return Buffer.from('mp3');
    });
    const { url } = await startServer({ service });
    const demo = `${url}/api/public/v1/voices/voice-00/demo.mp3`;
    const answers = [fetch(demo), fetch(demo), fetch(demo)];
    await expect.poll(() => rendered).toBe(1);
    go.resolve();
    expect(await Promise.all(answers.map(async (answer) => (await answer).text()))).toEqual([
      'mp3',
      'mp3',
      'mp3',
    ]);
    await (await fetch(demo)).text();
    expect(rendered).toBe(1);
  });

  it('of an unknown voice is 404, and is looked up again next time', async () => {
    let asked = 0;
    const service = withDemos(async () => {
      asked++;
      throw new SpeechError('VOICE_NOT_FOUND', 'voiceCode "x" does not exist.');
    });
    const { url } = await startServer({ service });
    for (let turn = 0; turn < 2; turn++) {
      const response = await fetch(`${url}/api/public/v1/voices/x/demo.mp3`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ result: null, status: 0, error: { code: 'NOT_FOUND' } });
    }
    expect(asked).toBe(2);
  });
});
