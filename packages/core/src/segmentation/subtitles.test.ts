import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { subtitleCues } from './subtitle-cues.ts';
import { toSrt, toVtt } from './subtitles.ts';

const UTTERANCES = [
  { text: 'Tom & Jerry <3', startTime: 0, endTime: 1.2345 },
  { text: 'The end.', startTime: 59.9996, endTime: 3661.05 },
];

describe('subtitles', () => {
  it('are numbered and have a comma in SubRip', () => {
    expect(toSrt(UTTERANCES)).toBe(
      '1\n00:00:00,000 --> 00:00:01,235\nTom & Jerry <3\n\n2\n00:01:00,000 --> 01:01:01,050\nThe end.\n',
    );
  });

  it('have a header, a point and no bare markup in WebVTT', () => {
    expect(toVtt(UTTERANCES)).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.235\nTom &amp; Jerry &lt;3\n\n00:01:00.000 --> 01:01:01.050\nThe end.\n',
    );
  });

  it('for silence are empty, and WebVTT still has its header', () => {
    expect(toSrt([])).toBe('');
    expect(toVtt([])).toBe('WEBVTT\n');
  });

  it('name their channel, and keep the order of speech where two people speak at once', () => {
    const long =
      'One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen & on.';
    const call = [
      { text: long, startTime: 0, endTime: 10, channel: 0 },
      { text: 'Sorry?', startTime: 1, endTime: 2, channel: 1 },
    ];
    expect(toSrt(call)).toBe(
      [
        '1\n00:00:00,000 --> 00:00:06,632\nChannel 0: One two three four five\nsix seven eight nine ten eleven twelve\n',
        '2\n00:00:01,000 --> 00:00:02,000\nChannel 1: Sorry?\n',
        '3\n00:00:06,632 --> 00:00:10,000\nChannel 0: thirteen fourteen fifteen & on.\n',
      ].join('\n'),
    );
    const [, first, second] = toVtt(call).split('\n\n');
    expect(first).toMatch(/^00:00:00.000 --> .*\n<v Channel 0>One two/);
    expect(second).toBe('00:00:01.000 --> 00:00:02.000\n<v Channel 1>Sorry?');
    expect(toVtt(call)).toContain('fifteen &amp; on.');
  });

  it('continue beyond a hundred hours', () => {
    expect(toVtt([{ text: 'x', startTime: 360_000, endTime: 360_001 }])).toContain(
      '100:00:00.000 --> 100:00:01.000',
    );
  });

  it('divide a long utterance into cues of two readable lines, within its time, without losing a word', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'word', 'sentence.', 'unquestionably', '你好。', 'x'.repeat(60)), {
          minLength: 1,
          maxLength: 60,
        }),
        (words) => {
          const text = words.join(' ');
          const cues = subtitleCues([{ text, startTime: 10, endTime: 70 }]);
          expect(
            cues
              .flatMap(({ lines }) => lines)
              .join(' ')
              .replace(/\s/g, ''),
          ).toBe(text.replace(/\s/g, ''));
          expect(cues[0]?.startTime).toBe(10);
          expect(cues.at(-1)?.endTime).toBeCloseTo(70, 6);
          for (const [index, cue] of cues.entries()) {
            expect(cue.lines.length).toBeLessThanOrEqual(2);
            for (const line of cue.lines) expect(line.length <= 42 || !line.includes(' ')).toBe(true);
            expect(cue.endTime).toBeGreaterThan(cue.startTime);
            expect(cue.endTime).toBeLessThanOrEqual((cues[index + 1]?.startTime ?? 71) + 1e-9);
          }
        },
      ),
      { seed: 20261121 },
    );
  });

  it('balance their two lines, and end with a sentence that fills one', () => {
    const text = 'The old lighthouse keeper climbed the winding stairs every evening. He lit the lamp.';
    const [first, second] = subtitleCues([{ text, startTime: 0, endTime: 8 }]);
    expect(first?.lines).toEqual(['The old lighthouse keeper climbed', 'the winding stairs every evening.']);
    expect(second?.lines).toEqual(['He lit the lamp.']);
  });

  it('leave no word of a sentence alone, and cut at a mark if one is near', () => {
    const text =
      "From fairest creatures we desire increase that thereby, beauty's rose so fair might never die.";
    const cues = subtitleCues([{ text, startTime: 0, endTime: 8 }]);
    expect(cues.map(({ lines }) => lines.join(' '))).toEqual([
      'From fairest creatures we desire increase that thereby,',
      "beauty's rose so fair might never die.",
    ]);
  });

  it('have half as many wide characters in a line', () => {
    const [cue] = subtitleCues([
      { text: '今天天气很好我们一起去公园散步吧然后回家吃晚饭', startTime: 0, endTime: 5 },
    ]);
    expect(cue?.lines.map((line) => line.length)).toEqual([11, 12]);
  });

  it('use the times of words if they are known', () => {
    const text =
      'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen';
    const words = text
      .split(' ')
      .map((word, index) => ({ text: word, startTime: index * 2, endTime: index * 2 + 0.5 }));
    const cues = subtitleCues([{ text, startTime: 0, endTime: 40, words }]);
    expect(cues).toHaveLength(2);
    const firstWords = cues[0]?.lines.join(' ').split(' ').length ?? 0;
    expect(cues[0]?.endTime).toBe((firstWords - 1) * 2 + 0.5);
    expect(cues[1]?.startTime).toBe(firstWords * 2);
  });
});
