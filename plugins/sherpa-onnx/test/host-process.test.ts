import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fakeModelStore, fakePluginContext } from '@parlance/testkit';
import { expect, it } from 'vitest';
import { sherpaOnnx } from '../src/index.ts';

const runNode = promisify(execFile);

it('loads no native code and starts no process on import or creation', async () => {
  const script = `
    const { sherpaOnnx } = await import('@parlance/plugin-sherpa-onnx');
    const context = { models: { ensure() { console.log('asked'); } }, isolation: 'process', onIncident() {} };
    const plugin = sherpaOnnx();
    const engines = [
      ...(await plugin.createSynthesis(context)),
      ...(await plugin.createRecognition(context)),
      await plugin.createVoiceActivity(context),
    ];
    const { sharedObjects } = process.report.getReport();
    const native = sharedObjects.filter((path) => path.includes('sherpa') || path.includes('onnxruntime'));
    const handles = process.getActiveResourcesInfo().filter((name) => /Process|MessagePort/.test(name));
    console.log(JSON.stringify({ engines: engines.map(({ id }) => id), native, handles }));
  `;
  const argv = ['--conditions=@parlance/source', '--input-type=module', '--eval', script];
  const { stdout } = await runNode(process.execPath, argv, { cwd: import.meta.dirname });
  expect(JSON.parse(stdout)).toEqual({
    engines: [
      'sherpa-onnx/piper-en-us-joe-medium',
      'sherpa-onnx/moonshine-tiny-en',
      'sherpa-onnx/silero-vad',
    ],
    native: [],
    handles: [],
  });
});

it('names the models that its engines will load', () => {
  expect(sherpaOnnx().models).toEqual(['piper-en-us-joe-medium', 'moonshine-tiny-en', 'silero-vad']);
  expect(sherpaOnnx({ voices: [], recognizers: [], voiceActivity: false }).models).toEqual([]);
});

it('has one engine a model, with all of its voices', async () => {
  const kokoro = {
    gender: 'female',
    languageCode: 'en-US',
    model: 'kokoro-en-v0.19',
    nativeRateHz: 24_000,
  } as const;
  const plugin = sherpaOnnx({
    voices: [{ ...kokoro, code: 'a', name: 'A' }, 'joe', { ...kokoro, code: 'b', name: 'B', speakerId: 3 }],
  });
  const engines = (await plugin.createSynthesis?.(fakePluginContext())) ?? [];
  expect(
    engines.map(({ id, voices }) => [id, voices.map(({ code, engine }) => `${code}@${engine}`)]),
  ).toEqual([
    ['sherpa-onnx/kokoro-en-v0.19', ['a@sherpa-onnx/kokoro-en-v0.19', 'b@sherpa-onnx/kokoro-en-v0.19']],
    ['sherpa-onnx/piper-en-us-joe-medium', ['joe@sherpa-onnx/piper-en-us-joe-medium']],
  ]);
});

it('passes on why a model cannot be loaded, and tries again at the next call', async () => {
  const models = fakeModelStore({ failures: { 'silero-vad': 'MODEL_NOT_INSTALLED' } });
  const detector = await sherpaOnnx().createVoiceActivity?.(fakePluginContext({ models }));
  for (const _ of [1, 2])
    await expect(detector?.warm()).rejects.toMatchObject({ code: 'MODEL_NOT_INSTALLED' });
  expect(models.asked).toEqual(['silero-vad', 'silero-vad']);
  await detector?.close();
  await expect(detector?.warm()).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
});

it('reports which file a model lacks', async () => {
  const models = fakeModelStore({ models: { 'silero-vad': { files: {} } } });
  const detector = await sherpaOnnx().createVoiceActivity?.(fakePluginContext({ models }));
  await expect(detector?.warm()).rejects.toMatchObject({
    code: 'INVALID_CONFIG',
    message: expect.stringContaining('"model"'),
  });
});
