import { fakeSynthesisEngine, fakeVoice } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import type { Delivery, Passage, Script } from '../../ssml/delivery.ts';
import { planScript, type ScriptPlan } from './plan-script.ts';

const VOICE = fakeVoice();
const OTHER = fakeVoice({ code: 'other', supportsEmphasis: true });
const PAUSES = { majorBreak: 0.3, mediumBreak: 0.2, paragraphBreak: 0.9, sentenceBreak: 0.5 };
const engine = fakeSynthesisEngine({ voices: [VOICE, OTHER] });

const spoken = (members: Partial<Delivery> = {}): Delivery => ({
  ...{ voice: VOICE, rate: 1, gainDb: 0 },
  ...members,
});
const passage = (text: string, members: Partial<Passage> = {}): Passage => ({
  ...{ text, delivery: spoken(), boundaryAfter: 'clause', marks: [] },
  ...members,
});
function scriptOf(passages: readonly Passage[], leadSeconds = 0): Script {
  const text = passages.map((one) => one.text).join(' ');
  return { passages, leadSeconds, closingMarks: [], text, characters: text.length, warnings: [] };
}
const plan = (passages: readonly Passage[], members: Partial<ScriptPlan> = {}) => [
  ...planScript({
    ...{ script: scriptOf(passages), voice: VOICE, latency: 'natural', engineOf: () => engine },
    ...members,
  }),
];

describe('what follows a passage', () => {
  it('is what the markup says, and the end after the last', () => {
    const passages = [
      passage('One', { boundaryAfter: 'sentence' }),
      passage('two. Three', { boundaryAfter: 'paragraph' }),
      passage('four.', { boundaryAfter: 'paragraph' }),
    ];
    expect(plan(passages)).toEqual([
      { text: 'One', boundaryAfter: 'sentence' },
      { text: 'two.', boundaryAfter: 'sentence' },
      { text: 'Three', boundaryAfter: 'paragraph' },
      { text: 'four.', boundaryAfter: 'end' },
    ]);
  });

  it.each([
    { boundaryAfter: 'clause', silence: {} },
    { boundaryAfter: 'sentence', silence: { silenceAfterSeconds: 0.5 } },
    { boundaryAfter: 'paragraph', silence: { silenceAfterSeconds: 0.9 } },
  ] as const)('is the pause that the caller asks for at a $boundaryAfter', ({ boundaryAfter, silence }) => {
    const passages = [passage('One', { boundaryAfter }), passage('two', { boundaryAfter })];
    expect(plan(passages, { pauses: PAUSES })).toEqual([
      { text: 'One', boundaryAfter, ...silence },
      { text: 'two', boundaryAfter: 'end' },
    ]);
  });

  it('is the pause of its last mark, unless the markup says how long to pause', () => {
    const paused = { boundaryAfter: 'paragraph', pauseAfterSeconds: 2 } as const;
    const passages = [passage('One,', { boundaryAfter: 'paragraph' }), passage('two.', paused)];
    expect(plan(passages, { pauses: PAUSES })).toEqual([
      { text: 'One,', boundaryAfter: 'paragraph', silenceAfterSeconds: 0.2 },
      { text: 'two.', boundaryAfter: 'end', silenceAfterSeconds: 2 },
    ]);
    expect(plan(passages)[1]).toEqual({ text: 'two.', boundaryAfter: 'end', silenceAfterSeconds: 2 });
  });
});

describe('what comes before a passage', () => {
  it('is the silence of the script, before its first segment alone', () => {
    const passages = [passage('One. Two.'), passage('three')];
    const segments = plan(passages, { script: scriptOf(passages, 1.5) });
    expect(segments.map(({ silenceBeforeSeconds }) => silenceBeforeSeconds)).toEqual([
      1.5,
      undefined,
      undefined,
    ]);
    expect(plan(passages)[0]).not.toHaveProperty('silenceBeforeSeconds');
  });

  it('are its marks, at its first segment alone', () => {
    const passages = [
      passage('One. Two.', { marks: ['a', 'b'] }),
      passage('three'),
      passage('four', { marks: ['c'] }),
    ];
    expect(plan(passages).map((segment) => ('marks' in segment ? segment.marks : 'none'))).toEqual([
      ['a', 'b'],
      'none',
      'none',
      ['c'],
    ]);
  });
});

it('begins with a short unit if the first audio matters most, and only the first passage does', () => {
  const text = 'A first sentence that has many words in it and goes on, and then on.';
  const passages = [passage(text), passage(text)];
  const lengths = (latency: ScriptPlan['latency']) =>
    plan(passages, { latency }).map((segment) => segment.text.length);
  const soon = lengths('lowest');
  expect(lengths('natural')).toEqual([text.length, text.length]);
  expect(soon[0]).toBeLessThan(text.length / 2);
  expect(soon.at(-1)).toBe(text.length);
});

it('finds the pronunciation of a word in its segment', () => {
  const pronunciations = [{ start: 5, end: 8, ipa: 'tuː' }];
  const segments = plan([passage('One. Two. Three.', { pronunciations })]);
  expect(segments.map((segment) => ('pronunciations' in segment ? segment.pronunciations : 'none'))).toEqual([
    'none',
    [{ start: 0, end: 3, ipa: 'tuː' }],
    'none',
  ]);
});

it('divides a passage as the engine of its voice can speak it', () => {
  const short = fakeSynthesisEngine({ voices: [OTHER], capabilities: { maxUnitChars: 12 } });
  const text = 'Words that are many.';
  const passages = [passage(text), passage(text, { delivery: spoken({ voice: OTHER }) })];
  const segments = plan(passages, { engineOf: ({ code }) => (code === 'other' ? short : engine) });
  expect(segments.map((segment) => segment.text)).toEqual([text, 'Words that', 'are many.']);
});

describe('the delivery of a passage', () => {
  const deliveryOf = (members: Partial<Delivery>) => {
    const [segment] = plan([passage('One.', { delivery: spoken(members) })]);
    return segment !== undefined && 'delivery' in segment ? segment.delivery : 'as the request says';
  };

  it.each([
    { says: {}, does: 'as the request says' },
    { says: { voice: OTHER }, does: { voiceCode: 'other' } },
    { says: { rate: 0.8 }, does: { rate: 0.8 } },
    { says: { gainDb: -6 }, does: { gainDb: -6 } },
    { says: { gainDb: Number.NEGATIVE_INFINITY }, does: { gainDb: Number.NEGATIVE_INFINITY } },
  ])('that says $says differs by $does', ({ says, does }) => {
    expect(deliveryOf(says)).toEqual(does);
  });

  it.each([
    ['strong', 100],
    ['moderate', 70],
    ['reduced', 20],
  ] as const)('of a voice with emphasis has %s emphasis of %i', (emphasis, emphasisIntensity) => {
    expect(deliveryOf({ emphasis, voice: OTHER })).toEqual({ voiceCode: 'other', emphasisIntensity });
  });

  it('of any other voice is slower and louder for more emphasis, faster and softer for less', () => {
    expect(deliveryOf({ emphasis: 'strong' })).toEqual({ rate: 0.85, gainDb: 4 });
    expect(deliveryOf({ emphasis: 'moderate', rate: 0.5, gainDb: 1 })).toEqual({ rate: 0.46, gainDb: 3 });
    expect(deliveryOf({ emphasis: 'reduced', gainDb: 3 })).toEqual({ rate: 1.08 });
  });
});
