import { afterEach, expect, it } from 'vitest';
import { KeepAlive } from './keep-alive.ts';

const timers = (): number => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length;
const kept = new KeepAlive();
let holds = 0;
const hold = (): void => {
  kept.hold();
  holds += 1;
};
const release = (): void => {
  kept.release();
  holds -= 1;
};
afterEach(() => {
  while (holds > 0) release();
});

it('keeps the process alive from the first hold to the last release, however many there are', () => {
  const before = timers();
  hold();
  expect(timers()).toBe(before + 1);
  hold();
  hold();
  expect(timers()).toBe(before + 1);
  release();
  release();
  expect(timers()).toBe(before + 1);
  release();
  expect(timers()).toBe(before);
  hold();
  expect(timers()).toBe(before + 1);
});
