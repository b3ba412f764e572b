import { describe, expect, it } from 'vitest';
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

  it('of silence are empty, and WebVTT still says what it is', () => {
    expect(toSrt([])).toBe('');
    expect(toVtt([])).toBe('WEBVTT\n');
  });

  it('count on past a hundred hours', () => {
    expect(toVtt([{ text: 'x', startTime: 360_000, endTime: 360_001 }])).toContain(
      '100:00:00.000 --> 100:00:01.000',
    );
  });
});
