import { expect, it } from 'vitest';
import { batched } from './batched.ts';

async function* numbers(count: number, onEnd = (): void => undefined) {
  try {
    for (let number = 0; number < count; number += 1) yield number;
  } finally {
    onEnd();
  }
}

it.each([
  [0, []],
  [1, [[0]]],
  [2, [[0, 1]]],
  [5, [[0, 1], [2, 3], [4]]],
])('puts %i into batches of two at most', async (count, batches) => {
  expect(await Array.fromAsync(batched(numbers(count), 2))).toEqual(batches);
});

it('ends its source when it is left early', async () => {
  let isEnded = false;
  for await (const batch of batched(
    numbers(5, () => {
      isEnded = true;
    }),
    2,
  )) {
    expect(batch).toEqual([0, 1]);
    break;
  }
  expect(isEnded).toBe(true);
});
