import { describe, expect, it } from 'vitest';
import type { AudioSink } from '../../storage/audio-store.ts';
import { wordsToVtt, writeResultWords } from './result-words.ts';

const WORDS = [
  { text: 'Hello', start: 0, end: 5, startTime: 0.1, endTime: 0.5 },
  { text: 'you & me.', start: 6, end: 15, startTime: 0.5, endTime: 1.4 },
];
const VTT = 'WEBVTT\n\n00:00:00.100 --> 00:00:01.400\nHello you &amp; me.\n';

/** A store that keeps the texts that were committed, and what became of its sinks. */
function openStore(members: Partial<AudioSink> = {}) {
  const committed = new Map<string, { contentType: string; text: string }>();
  const aborted: string[] = [];
  return {
    committed,
    aborted,
    async create(name: string, { contentType }: { contentType: string }): Promise<AudioSink> {
      let text = '';
      return {
        write: async (bytes) => {
          text += new TextDecoder().decode(bytes);
        },
        commit: async () => {
          committed.set(name, { contentType, text });
        },
        abort: async () => {
          aborted.push(name);
        },
        ...members,
      };
    },
  };
}

describe('the words of a result', () => {
  it('are stored next to its audio as JSON and as subtitles', async () => {
    const store = openStore();
    const names = await writeResultWords(store, 'request', WORDS);
    expect(store.committed.get(names.jsonName)).toEqual({
      contentType: 'application/json',
      text: JSON.stringify({ words: WORDS }),
    });
    expect(store.committed.get(names.vttName)).toEqual({ contentType: 'text/vtt', text: VTT });
    expect(names).toEqual({ jsonName: 'results/request.json', vttName: 'results/request.vtt' });
    expect(store.aborted).toEqual([]);
  });

  it.each<[string, Partial<AudioSink>]>([
    ['written', { write: () => Promise.reject(new Error('full')) }],
    ['committed', { commit: () => Promise.reject(new Error('full')) }],
  ])('leave nothing behind when they cannot be %s', async (_step, members) => {
    const store = openStore(members);
    await expect(writeResultWords(store, 'request', WORDS)).rejects.toThrow('full');
    expect(store.aborted).toEqual(['results/request.json']);
    const failing = openStore({ ...members, abort: () => Promise.reject(new Error('gone')) });
    await expect(writeResultWords(failing, 'request', WORDS)).rejects.toThrow('full');
  });
});

describe('subtitles of words', () => {
  it('are empty without words', () => {
    expect(wordsToVtt([])).toBe('WEBVTT\n');
  });

  it('divide the time of words that are read together by their lengths', () => {
    // A cue has at most 84 characters, so the second one begins within these 100 seconds.
    const text = Array.from({ length: 20 }, () => 'four').join(' ');
    const cues = wordsToVtt([{ text, start: 0, end: text.length, startTime: 10, endTime: 109 }])
      .split('\n\n')
      .slice(1)
      .map((cue) => cue.split('\n'));
    const spoken = cues.flatMap(([, ...lines]) => lines.join(' ').trim().split(' '));
    expect(spoken).toEqual(text.split(' '));
    let words = 0;
    for (const [times = '', ...lines] of cues) {
      const [start = '', end = ''] = times.split(' --> ');
      const secondsOf = (time: string): number =>
        time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
      expect(secondsOf(start)).toBeCloseTo(10 + words * 5, 3);
      words += lines.join(' ').trim().split(' ').length;
      expect(secondsOf(end)).toBeCloseTo(10 + words * 5 - 1, 3);
    }
    expect(cues.length).toBeGreaterThan(1);
  });
});
