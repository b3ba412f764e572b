import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeModelStore } from '@parlance/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { childPids } from './child-processes.ts';
import { hasModels, modelStore, realContext } from './installed-models.ts';
import { openDetector, openDetectorInChild, openRecognition, openSynthesis, speak } from './open-engines.ts';

const LONG_TEXT = 'the old king and his three sons went over the hill again, '.repeat(6).trim();
const folder = mkdtempSync(join(tmpdir(), 'parlance-faults-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An engine that has just been warmed, and the process in which it works. */
async function withOwnChild<Engine extends { warm(): Promise<void> }>(open: () => Promise<Engine>) {
  const before = childPids();
  const engine = await open();
  await engine.warm();
  const [pid = 0, ...others] = childPids().filter((candidate) => !before.includes(candidate));
  expect(pid).toBeGreaterThan(0);
  expect(others).toEqual([]);
  return { engine, pid };
}

/** A host whose model has one file that is not what it should be. */
async function contextWithBroken(modelId: string, role: string, breakFile: (bytes: Buffer) => Buffer) {
  const model = await modelStore.ensure(modelId);
  const path = join(folder, `${modelId}-${role}`);
  writeFileSync(path, breakFile(readFileSync(model.files[role] ?? '')));
  const files = { ...model.files, [role]: path };
  return realContext({ models: fakeModelStore({ models: { [modelId]: { ...model, files } } }) });
}

describe.skipIf(!hasModels || process.platform !== 'linux')('a worker process', { timeout: 120_000 }, () => {
  it.each([
    ['SIGSEGV', ['ENGINE_CRASHED']],
    ['SIGSTOP', ['ENGINE_TIMEOUT', 'ENGINE_CRASHED']],
  ] as const)('that gets %s in the middle of a unit costs that unit alone', async (signal, codes) => {
    const { engine, pid } = await withOwnChild(() => openSynthesis());
    const speaking = speak(engine, { text: LONG_TEXT }).catch((error: unknown) => error);
    process.kill(pid, signal);
    expect(codes).toContain(((await speaking) as { code: string }).code);
    expect((await speak(engine, { text: 'Hello again.' })).length).toBeGreaterThan(10_000);
    await engine.close();
  });

  it('that dies loses the state of a detector, and a new one can be opened', async () => {
    const { engine, pid } = await withOwnChild(openDetectorInChild);
    const stream = await engine.open();
    await stream.detect(new Float32Array(512));
    process.kill(pid, 'SIGKILL');
    const lost = () => stream.detect(new Float32Array(512));
    await expect(lost()).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
    const next = await engine.open();
    await expect(lost()).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
    expect([...(await next.detect(new Float32Array(512)))]).toEqual([0]);
    await Promise.all([stream.close(), next.close()]);
    await engine.close();
  });

  it('that is busy with an aborted unit is free again within one unit', async () => {
    const { engine, pid } = await withOwnChild(() => openSynthesis());
    const abort = new AbortController();
    const unit = { text: LONG_TEXT, voiceCode: 'joe', speed: 1 };
    const speaking = Array.fromAsync(engine.synthesize(unit, { signal: abort.signal }));
    abort.abort();
    await expect(speaking).rejects.toMatchObject({ code: 'ABORTED' });
    expect((await speak(engine, { text: 'Next.' })).length).toBeGreaterThan(5000);
    expect(childPids()).toContain(pid);
    await engine.close();
  });
});

const truncated = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
const random = (bytes: Buffer) => randomBytes(Math.min(bytes.length, 1_000_000));
const empty = () => Buffer.alloc(0);

describe.skipIf(!hasModels)('a model file', { timeout: 120_000 }, () => {
  it.each([
    ['piper-en-us-joe-medium', 'model', openSynthesis, truncated],
    ['piper-en-us-joe-medium', 'model', openSynthesis, random],
    ['piper-en-us-joe-medium', 'tokens', openSynthesis, random],
    ['moonshine-tiny-en', 'encoder', openRecognition, truncated],
    ['moonshine-tiny-en', 'mergedDecoder', openRecognition, random],
    ['moonshine-tiny-en', 'tokens', openRecognition, empty],
    ['silero-vad', 'model', openDetector, truncated],
    ['silero-vad', 'model', openDetector, random],
    ['silero-vad', 'model', openDetector, empty],
  ] as const)(
    'of %s that is broken (%s) fails to load, and this process lives',
    async (id, role, open, breakFile) => {
      const engine = await open(undefined, await contextWithBroken(id, role, breakFile));
      await expect(engine.warm()).rejects.toMatchObject({ code: 'ENGINE_LOAD_FAILED' });
      await engine.close();
    },
  );

  it('that is missing is named', async () => {
    const model = await modelStore.ensure('silero-vad');
    const files = { model: join(folder, 'gone.onnx') };
    const models = fakeModelStore({ models: { 'silero-vad': { ...model, files } } });
    const engine = await openDetector(undefined, realContext({ models }));
    await expect(engine.warm()).rejects.toMatchObject({
      code: 'ENGINE_LOAD_FAILED',
      message: expect.stringContaining('gone.onnx'),
    });
    await engine.close();
  });
});
