import { describe, expect, it } from 'vitest';
import type { LanguageCode } from '../language-codes.ts';
import { countChars, spokenWeight } from '../speakable.ts';
import { type SegmentOptions, segmentText } from './segment-text.ts';

function planOf(text: string, options: Partial<SegmentOptions> = {}): readonly string[] {
  const segments = segmentText(text, {
    languageCode: 'en-US',
    maxUnitChars: 500,
    firstUnit: 'short',
    ...options,
  });
  return [...segments].map((segment) => segment.text);
}

const TWELVE = 'Hello world.';
const NINETY_SEVEN =
  'The quick brown fox jumps over the lazy dog, and then it runs back through the tall, green grass.';
const LONG =
  'The old lighthouse keeper climbed the winding stairs every evening to light the great lamp. From the top, he could see fishing boats coming home, their small lights moving on the dark water. He counted them one by one; when the last was safe in the harbour, he sat down and at last drank green tea.';

describe('the first unit', () => {
  it.each([
    [TWELVE, 12, [TWELVE]],
    [
      NINETY_SEVEN,
      97,
      [
        'The quick brown',
        'fox jumps over the lazy dog,',
        'and then it runs back through the tall, green grass.',
      ],
    ],
    [
      LONG,
      298,
      [
        'The old lighthouse',
        'keeper climbed the winding stairs every evening to light the great lamp.',
        'From the top, he could see fishing boats coming home, their small lights moving on the dark water.',
        'He counted them one by one; when the last was safe in the harbour, he sat down and at last drank green tea.',
      ],
    ],
  ])('of %j (%i characters) is a short phrase, and the rest grows', (text, chars, expected) => {
    expect([countChars(text), planOf(text)]).toEqual([chars, expected]);
  });

  it.each([
    ['at the first comma', 'Good morning everyone, and welcome to the show.', 'Good morning everyone,'],
    ['not at a comma that leaves a scrap', 'Yes, I will come to see you in the evening.', 'Yes, I will come'],
    ['at a semicolon', 'He was very tired; the day had been long and hot.', 'He was very tired;'],
    ['at a colon', 'Here is the thing: nobody knows where it went.', 'Here is the thing:'],
    ['at a dash', 'My old friends — all of them — came to the party.', 'My old friends —'],
    [
      'before a conjunction',
      'The members agreed because nobody in the room objected to it.',
      'The members agreed',
    ],
    [
      'long before a conjunction that comes late',
      'The committee approved it because nobody in the room objected to it.',
      'The committee',
    ],
    [
      'long before a mark that comes late, with more than a word left of its clause',
      'When the storm had passed, the whole village came down to the harbour.',
      'When the storm',
    ],
    ['whole, when the sentence is short', 'This is a short sentence.', 'This is a short sentence.'],
    ['whole, when the sentence is tiny', 'Yes. And then we talked about it for hours.', 'Yes.'],
    [
      'not inside a number',
      'It costs 1,000,000 dollars in the big city of London today.',
      'It costs 1,000,000 dollars',
    ],
    [
      'not after an abbreviation',
      'Yesterday evening Dr. Smith and I went for a very long walk.',
      'Yesterday evening',
    ],
    [
      'not between a title and its name',
      'He likes Dr. Smith very much indeed, he says.',
      'He likes Dr. Smith',
    ],
    ['not after "e.g."', 'He saw e.g. Dr. Smith and the U.S. Gen. Lee there.', 'He saw e.g. Dr. Smith'],
    ['not at a comma with a scrap after it', 'I would like that, please.', 'I would like that, please.'],
  ])('is cut %s', (_rule, text, first) => {
    expect(planOf(text)[0]).toBe(first);
  });

  it('is never cut inside a web address', () => {
    const url = 'https://example.com/some/long/path,with;marks';
    expect(planOf(`See ${url} for all of the details.`).some((text) => text.includes(url))).toBe(true);
  });

  it.each([
    ['cmn-CN', '今天天气很好，我们一起去公园散步，然后去吃饭吧。', '今天天气很好，'],
    ['de-DE', 'Der alte Mann ging nach Hause, weil es spät war.', 'Der alte Mann ging'],
    [
      'fr-FR',
      'Le vieux marin regardait la mer pendant que le soleil se couchait lentement.',
      'Le vieux marin',
    ],
    ['es-ES', 'La niña pequeña corría por el parque mientras su perro la seguía.', 'La niña pequeña'],
    ['ru-RU', 'Старый моряк смотрел на море, и солнце садилось.', 'Старый моряк'],
    ['hi-IN', 'आज मौसम बहुत अच्छा है और हम पार्क में घूमने जा रहे हैं।', 'आज मौसम बहुत अच्छा है'],
    ['th-TH', 'วันนี้อากาศดีมาก เราจะไปเดินเล่นที่สวนสาธารณะ', 'วันนี้อากาศดีมาก'],
    ['ar-XA', 'كان الطقس جميلا اليوم، وذهبنا إلى الحديقة معا.', 'كان الطقس جميلا اليوم،'],
  ] as const satisfies readonly (readonly [LanguageCode, string, string])[])(
    'in %s ends where a speaker takes breath',
    (languageCode, text, first) => {
      expect(planOf(text, { languageCode })[0]).toBe(first);
    },
  );

  it.each([
    ['ja-JP', '今日は天気がとても良いので友達と一緒に公園へ散歩に行きました'],
    ['th-TH', 'วันนี้อากาศดีมากเราจะไปเดินเล่นที่สวนสาธารณะกับเพื่อนหลายคน'],
    ['ko-KR', '오늘은 날씨가 아주 좋아서 친구와 함께 공원에 산책하러 갔습니다'],
    ['en-US', 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda'],
  ] as const)('of a sentence without marks in %s weighs 12 to 32 letters', (languageCode, text) => {
    const plan = planOf(text, { languageCode });
    expect(plan.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    expect(spokenWeight(plan[0] ?? '')).toBeGreaterThanOrEqual(10);
    expect(spokenWeight(plan[0] ?? '')).toBeLessThanOrEqual(40);
  });

  it('is followed by units of at most three times what was spoken before, where marks allow', () => {
    const clause = 'and the river ran along the wall, ';
    const weights = planOf(clause.repeat(20)).map(spokenWeight);
    expect(weights.length).toBeGreaterThan(3);
    let spoken = weights[0] ?? 0;
    for (const weight of weights.slice(1)) {
      expect(weight).toBeLessThanOrEqual(Math.max(40, 3 * spoken + 3));
      spoken += weight;
    }
  });
});
