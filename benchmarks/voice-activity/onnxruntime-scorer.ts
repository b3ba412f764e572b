import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openNodePeer } from '../runner/peers.ts';
import { mibOf } from './folder-size.ts';
import { CONTEXT_SAMPLES, type Decision, decide, type Piece, type Scorer, WINDOW_SAMPLES } from './scorer.ts';

export const ONNXRUNTIME_VERSION = '1.30.0';
/** Of each of the LSTM's two states. */
const UNITS = 128;
const RATE_HZ = 16_000n;

interface Tensor {
  readonly data: Float32Array;
}

/** What is used of `onnxruntime-node`, which the workspace does not install. */
interface OnnxRuntime {
  readonly Tensor: new (type: string, data: Float32Array | BigInt64Array, dims: readonly number[]) => Tensor;
  readonly InferenceSession: {
    create(path: string, options: object): Promise<{ run(feeds: object): Promise<Record<string, Tensor>> }>;
  };
}

interface Stream extends Decision {
  readonly hidden: Float32Array;
  readonly cell: Float32Array;
  readonly context: Float32Array;
}

/** By `onnxruntime-node`: the windows of all streams that stand at the same place in their piece are one run. */
export async function openOnnxRuntimeScorer(modelPath: string): Promise<Scorer<Stream>> {
  const folder = await openNodePeer('onnxruntime-node', ONNXRUNTIME_VERSION);
  const runtime = createRequire(join(folder, 'package.json'))('onnxruntime-node') as OnnxRuntime;
  const threads = { intraOpNumThreads: 1, interOpNumThreads: 1 };
  const session = await runtime.InferenceSession.create(modelPath, threads);
  const sr = new runtime.Tensor('int64', BigInt64Array.of(RATE_HZ), []);

  const run = async (windows: readonly Piece<Stream>[]): Promise<Float32Array> => {
    const count = windows.length;
    const inputs = new Float32Array(count * (CONTEXT_SAMPLES + WINDOW_SAMPLES));
    const states = new Float32Array(2 * count * UNITS);
    for (const [row, { stream, samples }] of windows.entries()) {
      const at = row * (CONTEXT_SAMPLES + WINDOW_SAMPLES);
      inputs.set(stream.context, at);
      inputs.set(samples, at + CONTEXT_SAMPLES);
      stream.context.set(samples.subarray(-CONTEXT_SAMPLES));
      states.set(stream.hidden, row * UNITS);
      states.set(stream.cell, (count + row) * UNITS);
    }
    const input = new runtime.Tensor('float32', inputs, [count, CONTEXT_SAMPLES + WINDOW_SAMPLES]);
    const state = new runtime.Tensor('float32', states, [2, count, UNITS]);
    const { output, stateN } = await session.run({ input, state, sr });
    const next = stateN?.data ?? states;
    for (const [row, { stream }] of windows.entries()) {
      stream.hidden.set(next.subarray(row * UNITS, (row + 1) * UNITS));
      stream.cell.set(next.subarray((count + row) * UNITS, (count + row + 1) * UNITS));
    }
    return output?.data ?? new Float32Array(count);
  };

  return {
    installMib: await mibOf(join(folder, 'node_modules')),
    open: () => ({
      hidden: new Float32Array(UNITS),
      cell: new Float32Array(UNITS),
      context: new Float32Array(CONTEXT_SAMPLES),
      isSpeech: false,
    }),
    async score(pieces) {
      const answers: boolean[][] = pieces.map(() => []);
      const longest = Math.max(...pieces.map(({ samples }) => samples.length));
      for (let start = 0; start < longest; start += WINDOW_SAMPLES) {
        const rows = [...pieces.keys()].filter((at) => (pieces[at]?.samples.length ?? 0) > start);
        const windows = rows.map((at) => {
          const { stream, samples } = pieces[at] as Piece<Stream>;
          return { stream, samples: samples.subarray(start, start + WINDOW_SAMPLES) };
        });
        const probabilities = await run(windows);
        for (const [row, at] of rows.entries()) {
          const { stream } = windows[row] as Piece<Stream>;
          answers[at]?.push(decide(stream, probabilities[row] ?? 0));
        }
      }
      return answers;
    },
  };
}
