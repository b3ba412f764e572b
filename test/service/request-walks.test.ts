import { relative } from 'node:path';
import type { RecognitionEngine, SynthesisEngine } from '@parlance/core/engine';
import { createSpeechServer } from '@parlance/http';
import { createSpeech } from '@parlance/runtime';
import {
  fakePlugin,
  fakeRecognitionEngine,
  fakeSynthesisEngine,
  fakeVoiceActivityDetector,
} from '@parlance/testkit';
import { beforeAll, expect, it } from 'vitest';
import { findWalkFaults, readRequestWalks } from '../../.ci/request-walks.ts';

const root = `${import.meta.dirname}/../..`;
const VOICE = 'fake';

/** Sources of packages on the stack, the outermost caller first; `await` counts as a call. */
function filesOnStack(): readonly string[] {
  const { stack = '' } = new Error('Where am I?');
  const files = [...stack.matchAll(/((?:file:\/\/)?\/[^\s():]+\.ts):\d+/g)]
    .map(([, path = '']) => relative(root, path.replace('file://', '')))
    .filter(
      (path) => /^(packages|plugins)\/[^/]+\/src\//.test(path) && !path.startsWith('packages/testkit/'),
    );
  return files.filter((file, index) => file !== files[index - 1]).toReversed();
}

/** The files of a walk from one to another. */
function walked(name: string, from: string, to: string): readonly string[] {
  const files = readRequestWalks()
    .find((walk) => walk.name === name)
    ?.steps.map(({ file }) => file);
  const at = (end: string): number => files?.findIndex((file) => file.endsWith(`/${end}`)) ?? -1;
  return files?.slice(at(from), at(to) + 1) ?? [];
}

beforeAll(() => {
  Error.stackTraceLimit = Number.POSITIVE_INFINITY;
});

it('finds the files of every walk, connected and not too many', () => {
  expect(findWalkFaults()).toEqual([]);
  expect(readRequestWalks().map(({ name }) => name)).toEqual([
    'Live synthesis',
    'Batch transcription',
    'Live session',
  ]);
});

it('crosses the files of the walk from the route of live synthesis to the engine, and no others', async () => {
  const fake = fakeSynthesisEngine();
  const stacks: (readonly string[])[] = [];
  const synthesize: SynthesisEngine['synthesize'] = async function* (...call) {
    stacks.push(filesOnStack());
    yield* fake.synthesize(...call);
  };
  await using speech = await createSpeech({
    plugins: [fakePlugin({ synthesis: [{ ...fake, synthesize }] })],
  });
  const { app, token } = await speech.service.createApp({ name: 'walk' });
  const server = await createSpeechServer({ service: speech.service });
  try {
    const { url } = await server.listen({ port: 0 });
    const body = { app_id: app.appId, mode: 'sync', text: 'Hello.', voiceCode: VOICE, outputFormat: 'wav' };
    const answer = await fetch(`${url}/v1/tts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  } finally {
    await server.close();
  }
  expect(stacks[0]).toEqual(walked('Live synthesis', 'tts.ts', 'hosted-synthesis.ts'));
});

it('crosses the files of the walks from recognition to the engine, and no others', async () => {
  const fake = fakeRecognitionEngine();
  const stacks: (readonly string[])[] = [];
  const recognize: RecognitionEngine['recognize'] = async (...call) => {
    stacks.push(filesOnStack());
    return fake.recognize(...call);
  };
  await using speech = await createSpeech({
    plugins: [
      fakePlugin({ recognition: [{ ...fake, recognize }], voiceActivity: fakeVoiceActivityDetector() }),
    ],
  });
  const tone = Float32Array.from({ length: 16_000 }, (_, index) => Math.sin(index / 5) / 2);
  const audio = [tone, new Float32Array(32_000)];
  for await (const _event of speech.listen(
    (async function* () {
      yield* audio;
    })(),
    { sampleRateHz: 16_000, interimResults: false },
  ));
  const [from, to] = ['recognize-speech.ts', 'hosted-recognition.ts'];
  expect(stacks[0]).toEqual(walked('Batch transcription', from, to));
  expect(stacks[0]).toEqual(walked('Live session', from, to));
});
