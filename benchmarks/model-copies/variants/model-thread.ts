import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { getPriority, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parentPort, threadId, workerData } from 'node:worker_threads';
import type { ThreadPlan, ThreadReport, Unit, UnitOrder } from '../arrangement.ts';

interface Speech {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}
interface OfflineTts {
  generate(request: unknown): Speech;
  generateAsync(request: unknown): Promise<Speech>;
}
interface Stream {
  acceptWaveform(wave: Speech): void;
}
interface OfflineRecognizer {
  createStream(): Stream;
  decode(stream: Stream): void;
  decodeAsync(stream: Stream): Promise<unknown>;
}
interface Addon {
  readonly OfflineTts: new (config: unknown) => OfflineTts;
  readonly OfflineRecognizer: new (config: unknown) => OfflineRecognizer;
}
/** @returns seconds of audio */
type Compute = (unit: Unit, inPool: boolean) => Promise<number>;

const RATE_HZ = 16_000;
/** As in the worker kit. */
const NICENESS = 5;
const plan = workerData as ThreadPlan;
const addon = createRequire(import.meta.url)('sherpa-onnx-node') as Addon;

function yieldToOthers(id: number): void {
  setPriority(id, Math.min(19, getPriority(id) + NICENESS));
}

function poolThreads(): readonly number[] {
  const isOfPool = (id: string) =>
    readFileSync(`/proc/self/task/${id}/comm`, 'utf8').startsWith('libuv-worker');
  return readdirSync('/proc/self/task').filter(isOfPool).map(Number);
}

/** The addon reads session options from a file that the provider names. */
function withRuntime<Model>(load: (runtime: object) => Model): Model {
  const path = join(tmpdir(), `model-copies-${process.pid}-${threadId}.conf`);
  writeFileSync(path, plan.sessionOptions);
  const provider = plan.sessionOptions === '' ? 'cpu' : `cpu:${path}`;
  try {
    return load({ numThreads: plan.nativeThreads, provider, debug: 0 });
  } finally {
    rmSync(path);
  }
}

function openVoice({ model, tokens, espeakData }: ThreadPlan['files']): Compute {
  const vits = { model, tokens, dataDir: espeakData, noiseScaleW: 0.3 };
  const tts = withRuntime(
    (runtime) => new addon.OfflineTts({ model: { vits, ...runtime }, maxNumSentences: 1 }),
  );
  return async (text, inPool) => {
    const generationConfig = { sid: 0, speed: 1, silenceScale: 1 };
    const request = { text, sid: 0, speed: 1, enableExternalBuffer: false, generationConfig };
    const { samples, sampleRate } = inPool ? await tts.generateAsync(request) : tts.generate(request);
    return samples.length / sampleRate;
  };
}

function openRecognizer({ encoder, mergedDecoder, tokens }: ThreadPlan['files']): Compute {
  const modelConfig = { moonshine: { encoder, mergedDecoder }, tokens };
  const recognizer = withRuntime(
    (runtime) =>
      new addon.OfflineRecognizer({
        featConfig: { sampleRate: RATE_HZ, featureDim: 80 },
        modelConfig: { ...modelConfig, ...runtime },
      }),
  );
  return async (samples, inPool) => {
    const stream = recognizer.createStream();
    stream.acceptWaveform({ samples: Float32Array.from(samples as Float32Array), sampleRate: RATE_HZ });
    if (inPool) await recognizer.decodeAsync(stream);
    else recognizer.decode(stream);
    return samples.length / RATE_HZ;
  };
}

const report = (message: ThreadReport): void => parentPort?.postMessage(message);
const compute = plan.model === 'joe' ? openVoice(plan.files) : openRecognizer(plan.files);
await compute(plan.warmUp, plan.usesPool);
// Threads inside onnxruntime inherit niceness when they start, so this comes after.
if (plan.isYielding) yieldToOthers(Number(readlinkSync('/proc/thread-self').split('/').at(-1)));
if (plan.poolYields) for (const id of poolThreads()) yieldToOthers(id);
parentPort?.on('message', async ({ id, unit, isLead }: UnitOrder) => {
  report({ type: 'done', id, audioSeconds: await compute(unit, plan.usesPool && !isLead) });
});
report({ type: 'loaded' });
