import { expect, it } from 'vitest';
import { createRequestEnds } from './request-ends.ts';

it('tells those who listen for a request that it has ended, until they stop listening', () => {
  const ends = createRequestEnds();
  const told: string[] = [];
  const first = ends.listen('a', () => void told.push('first'));
  const stopSecond = ends.listen('a', () => {
    told.push('second');
    // Whoever stops while others are told does not keep them from it.
    first();
  });
  ends.listen('a', () => void told.push('third'));
  ends.listen('b', () => void told.push('other'));
  ends.announce('a');
  expect(told.splice(0)).toEqual(['first', 'second', 'third']);
  stopSecond();
  ends.announce('a');
  ends.announce('nobody');
  expect(told).toEqual(['third']);
});

it('keeps those who listen again after all had stopped', () => {
  const ends = createRequestEnds();
  let told = 0;
  const stop = ends.listen('a', () => undefined);
  stop();
  ends.listen('a', () => {
    told += 1;
  });
  stop();
  ends.announce('a');
  expect(told).toBe(1);
});
