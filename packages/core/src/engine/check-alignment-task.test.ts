import { expect, it } from 'vitest';
import { checkAlignmentTask } from './check-alignment-task.ts';
import type { AlignmentTask } from './text-aligner.ts';

const RATE_HZ = 8000;
const check = ({ seconds = 1, ...members }: Partial<AlignmentTask> & { readonly seconds?: number }): void =>
  checkAlignmentTask(
    {
      samples: new Float32Array(seconds * RATE_HZ),
      sampleRateHz: RATE_HZ,
      text: 'Hello you.',
      words: [],
      languageCode: 'en',
      ...members,
    },
    { maxSeconds: 30 },
  );

it.each<[string, Parameters<typeof check>[0]]>([
  ['that is as long as the limit', { seconds: 30 }],
  ['with a short text, however short it is', { seconds: 0, text: 'a'.repeat(300) }],
  ['with as much text as can be said', { seconds: 10, text: 'a'.repeat(600) }],
  [
    'whose words are in order',
    {
      words: [
        { start: 0, end: 5 },
        { start: 5, end: 6 },
        { start: 6, end: 10 },
      ],
    },
  ],
])('speech %s is accepted', (_what, task) => {
  expect(() => check(task)).not.toThrow();
});

it.each<[string, Parameters<typeof check>[0]]>([
  ['sampleRateHz', { sampleRateHz: 7999 }],
  ['sampleRateHz', { sampleRateHz: Number.NaN }],
  ['samples', { seconds: 31 }],
  ['text', { seconds: 5, text: 'a'.repeat(301) }],
  ['text', { seconds: 10, text: 'a'.repeat(601) }],
  ['words', { words: [{ start: 2, end: 2 }] }],
  ['words', { words: [{ start: -1, end: 2 }] }],
  ['words', { words: [{ start: 6, end: 11 }] }],
  [
    'words',
    {
      words: [
        { start: 0, end: 5 },
        { start: 4, end: 9 },
      ],
    },
  ],
])('speech is refused for its %s (case %#)', (field, task) => {
  expect(() => check(task)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT', details: { field } }));
});
