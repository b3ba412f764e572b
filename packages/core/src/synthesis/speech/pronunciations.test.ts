import { expect, it } from 'vitest';
import { placePronunciations, readAround } from './pronunciations.ts';

const IPA = 'tɪ';

it('finds a pronunciation in the segment with its words, among equal words', () => {
  const text = 'tomato “tomato”. Tomato!';
  const places = placePronunciations(text, [{ start: 8, end: 14, ipa: IPA }]);
  expect(places.take('tomato “tomato”.')).toEqual([{ start: 8, end: 14, ipa: IPA }]);
  expect(places.take('Tomato!')).toEqual([]);
});

it('drops the pronunciation of words that were cut apart', () => {
  const places = placePronunciations('one two', [{ start: 0, end: 7, ipa: IPA }]);
  expect([places.take('one'), places.take('two')]).toEqual([[], []]);
});

it('counts a long text once, however many pronunciations it has', () => {
  const count = 50_000;
  const pronunciations = Array.from({ length: count }, (_, index) => ({
    start: 3 * index,
    end: 3 * index + 2,
    ipa: IPA,
  }));
  const places = placePronunciations('ab '.repeat(count), pronunciations);
  expect(places.take('ab ab')).toEqual([
    { start: 0, end: 2, ipa: IPA },
    { start: 3, end: 5, ipa: IPA },
  ]);
});

it('leaves words with a pronunciation as they are, and reads what is around them', () => {
  const text = 'Dr. Who owes $42 to Dr. Who.';
  const spoken = readAround(text, [{ start: 20, end: 23, ipa: IPA }], 'en-US', {});
  expect(spoken.text).toBe('Doctor Who owes forty-two dollars to Dr. Who.');
  expect(spoken.pronunciations).toEqual([{ start: 37, end: 40, ipa: IPA }]);
});
