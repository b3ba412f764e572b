import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readOnnxTensors } from '../src/worker/onnx-tensors.ts';
import { openSileroNetwork } from '../src/worker/silero-network.ts';

it('is what its source compiles to', { timeout: 60_000 }, () => {
  const build = join(import.meta.dirname, '../kernel/build.ts');
  expect(() => execFileSync(process.execPath, [build, '--check'], { stdio: 'pipe' })).not.toThrow();
});

it('leaves a model that it does not know to the addon', async () => {
  expect(await openSileroNetwork(readOnnxTensors(new Uint8Array(0)))).toBeUndefined();
  const noModel = new TextEncoder().encode('This is no model at all, but a text that somebody put there.');
  expect(await openSileroNetwork(readOnnxTensors(noModel))).toBeUndefined();
});
