import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { endingInTime } from '../src/conformance/in-time.ts';
import { hang, passTime } from './passing-time.ts';

/** An engine of no port: each of its parts works for a while, and then hangs. */
class Hanging {
  readonly #id = 'hanging';
  readonly voices = ['one'];

  get id(): string {
    return this.#id;
  }
  async warm(): Promise<string> {
    await setImmediate();
    return this.#id;
  }
  refuse(): Promise<never> {
    return Promise.reject(new TypeError('No.'));
  }
  async *synthesize(): AsyncGenerator<number> {
    yield 1;
    await hang();
  }
  async open() {
    return { accept: hang, close: async () => 'closed' };
  }
}

it('returns and throws what the engine does', async () => {
  const owner = new Hanging();
  const engine = endingInTime(Object.freeze(owner));
  expect([engine.id, engine.voices]).toEqual(['hanging', owner.voices]);
  expect(await engine.warm()).toBe('hanging');
  expect(await (await engine.open()).close()).toBe('closed');
  await expect(engine.refuse()).rejects.toThrow(new TypeError('No.'));
  expect('warm' in engine).toBe(true);
  expect('unload' in engine).toBe(false);
});

it('leaves no timer when a call has ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const engine = endingInTime(new Hanging());
  await engine.warm();
  await engine.refuse().catch(() => undefined);
  expect(vi.getTimerCount()).toBe(0);
});

it('says which call hangs', async () => {
  passTime();
  const engine = endingInTime(new Hanging());
  const audio = engine.synthesize();
  expect(await audio.next()).toEqual({ value: 1, done: false });
  const message = expect.objectContaining({ message: 'synthesize().next() has not ended after 120 s.' });
  await expect(audio.next()).rejects.toEqual(message);
  const each = async (): Promise<void> => {
    for await (const chunk of engine.synthesize()) expect(chunk).toBe(1);
  };
  await expect(each()).rejects.toEqual(message);
  const stream = await engine.open();
  await expect(stream.accept()).rejects.toMatchObject({
    code: 'ENGINE_TIMEOUT',
    message: 'open().accept() has not ended after 120 s.',
  });
});
