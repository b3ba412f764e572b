import { expect, it } from 'vitest';
import { readOnnxTensors } from './onnx-tensors.ts';
import { openSileroNetwork } from './silero-network.ts';

it('leaves a model that it does not know to the addon', async () => {
  expect(await openSileroNetwork(readOnnxTensors(new Uint8Array(0)))).toBeUndefined();
  const noModel = new TextEncoder().encode('This is no model at all, but a text that somebody put there.');
  expect(await openSileroNetwork(readOnnxTensors(noModel))).toBeUndefined();
});
