import { readOnnxTensors } from './onnx-tensors.ts';
import { SILERO_KERNEL } from './silero-kernel.ts';

/** The only window size that Silero supports at 16 kHz: 32 ms. */
export const SILERO_WINDOW_SAMPLES = 512;

/** Samples before a window that the network also uses. */
const CONTEXT_SAMPLES = 64;
const STATE_FLOATS = 256;
const MAX_WINDOWS = 64;
const SPECTRUM_SAMPLES = 256;
const LSTM_UNITS = 128;
/** The names' prefix in the branch for 16 kHz; the other one is for 8 kHz. */
const PREFIX = 'If_0_then_branch__Inline_0__';
/** The maximum difference between the model's spectrum basis and the transform that the kernel computes. */
const BASIS_TOLERANCE = 1e-5;

interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  /** Offsets in bytes. */
  weights(): number;
  state(): number;
  samples(): number;
  probabilities(): number;
  detect(windows: number): void;
}

/** The network's state of one stream. */
export interface SileroState {
  readonly hidden: Float32Array;
  readonly context: Float32Array;
}

/** Silero's network for 16 kHz with its weights. One instance serves all streams of a thread. */
export interface SileroNetwork {
  freshState(): SileroState;
  /**
   * @param samples whole windows of {@link SILERO_WINDOW_SAMPLES} samples in [-1, 1] at 16 kHz; not kept
   * @param state of the stream; updated
   * @returns the probability of speech for each window
   */
  detect(samples: Float32Array, state: SileroState): Float32Array;
}

const kernelBytes = (): Uint8Array<ArrayBuffer> => Buffer.from(SILERO_KERNEL, 'base64');

/** Whether this runtime supports the instructions of the compiled network: WebAssembly's relaxed SIMD. */
export function canComputeSilero(): boolean {
  return WebAssembly.validate(kernelBytes());
}

/**
 * @param model the bytes of an ONNX file; not kept
 * @returns `undefined` for a model of another build, or if {@link canComputeSilero} is false
 */
export async function openSileroNetwork(model: Uint8Array): Promise<SileroNetwork | undefined> {
  const weights = weightsOf(readOnnxTensors(model));
  const kernel = await WebAssembly.compile(kernelBytes()).catch(() => undefined);
  if (weights === undefined || kernel === undefined) return undefined;
  const { exports } = await WebAssembly.instantiate(kernel, {});
  return withKernel(exports as unknown as KernelExports, weights);
}

function withKernel(
  { memory, detect, ...places }: KernelExports,
  weights: readonly ArrayLike<number>[],
): SileroNetwork {
  const floats = new Float32Array(memory.buffer);
  const [weightsAt, stateAt, samplesAt, probabilitiesAt] = [
    places.weights(),
    places.state(),
    places.samples(),
    places.probabilities(),
  ].map((bytes) => bytes / Float32Array.BYTES_PER_ELEMENT) as [number, number, number, number];
  let at = weightsAt;
  for (const part of weights) {
    floats.set(part, at);
    at += part.length;
  }
  return {
    freshState: () => ({
      hidden: new Float32Array(STATE_FLOATS),
      context: new Float32Array(CONTEXT_SAMPLES),
    }),
    detect(samples, { hidden, context }) {
      const windows = samples.length / SILERO_WINDOW_SAMPLES;
      const found = new Float32Array(windows);
      floats.set(hidden, stateAt);
      floats.set(context, samplesAt);
      for (let window = 0; window < windows; window += MAX_WINDOWS) {
        const some = Math.min(MAX_WINDOWS, windows - window);
        const part = samples.subarray(
          window * SILERO_WINDOW_SAMPLES,
          (window + some) * SILERO_WINDOW_SAMPLES,
        );
        floats.set(part, samplesAt + CONTEXT_SAMPLES);
        detect(some);
        found.set(floats.subarray(probabilitiesAt, probabilitiesAt + some), window);
        const lastAt = samplesAt + part.length;
        floats.copyWithin(samplesAt, lastAt, lastAt + CONTEXT_SAMPLES);
      }
      hidden.set(floats.subarray(stateAt, stateAt + STATE_FLOATS));
      context.set(floats.subarray(samplesAt, samplesAt + CONTEXT_SAMPLES));
      return found;
    },
  };
}

/** @returns the content of the kernel's memory, in its order; `undefined` for an unknown model */
function weightsOf(tensors: ReadonlyMap<string, Float32Array>): readonly ArrayLike<number>[] | undefined {
  const tensor = (name: string, length: number): Float32Array => {
    const found = tensors.get(PREFIX + name);
    if (found?.length !== length) throw new RangeError(name);
    return found;
  };
  const convolution = (layer: number, outputs: number, inputs: number, taps: readonly number[]) => {
    const weight = tensor(`encoder.${layer}.reparam_conv.weight`, outputs * inputs * 3);
    const byInput = taps.map((tap) =>
      transposed(inputs, outputs, (input, output) => weight[(output * inputs + input) * 3 + tap] ?? 0),
    );
    return [...byInput, tensor(`encoder.${layer}.reparam_conv.bias`, outputs)];
  };
  const gates = 4 * LSTM_UNITS;
  const recurrent = (name: string) => {
    const weight = tensor(`decoder.rnn.weight_${name}`, gates * LSTM_UNITS);
    return transposed(LSTM_UNITS, gates, (input, gate) => weight[gate * LSTM_UNITS + input] ?? 0);
  };
  try {
    const bias = tensor('decoder.rnn.bias_hh', gates);
    return [
      ...spectrumTables(tensor('stft.forward_basis_buffer', 258 * SPECTRUM_SAMPLES)),
      ...convolution(0, 128, 129, [0, 1, 2]),
      ...convolution(1, 64, 128, [0, 1, 2]),
      // These layers have inputs of two columns and of one: the other taps only meet the zeros around them.
      ...convolution(2, 64, 64, [1, 2]),
      ...convolution(3, 128, 64, [1]),
      recurrent('ih'),
      recurrent('hh'),
      tensor('decoder.rnn.bias_ih', gates).map((value, gate) => value + (bias[gate] ?? 0)),
      tensor('decoder.decoder.2.weight', LSTM_UNITS),
      tensor('decoder.decoder.2.bias', 1),
    ];
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Does not use arrays of numbers, which would leave 10 MB of garbage in a thread that rarely collects it. */
function transposed(
  rows: number,
  columns: number,
  cellOf: (row: number, column: number) => number,
): Float32Array {
  const values = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) values[row * columns + column] = cellOf(row, column);
  }
  return values;
}

/**
 * @param basis rows of cosines, then of negative sines, all multiplied by one window
 * @returns the window, the transform's factors and the order of its input, whose integers are stored as the bits of floats
 * @throws RangeError if the basis is not a Fourier transform
 */
function spectrumTables(basis: Float32Array): readonly Float32Array[] {
  const bins = SPECTRUM_SAMPLES / 2 + 1;
  const window = basis.slice(0, SPECTRUM_SAMPLES);
  const turn = (2 * Math.PI) / SPECTRUM_SAMPLES;
  for (const [index, value] of basis.entries()) {
    const row = Math.floor(index / SPECTRUM_SAMPLES);
    const sample = index % SPECTRUM_SAMPLES;
    const angle = turn * (row % bins) * sample;
    const expected = (window[sample] ?? 0) * (row < bins ? Math.cos(angle) : -Math.sin(angle));
    if (!(Math.abs(value - expected) <= BASIS_TOLERANCE)) throw new RangeError('basis');
  }
  const half = Array.from({ length: SPECTRUM_SAMPLES / 2 }, (_, index) => turn * index);
  const reversed = Uint32Array.from({ length: SPECTRUM_SAMPLES }, (_, index) => {
    const bits = index.toString(2).padStart(Math.log2(SPECTRUM_SAMPLES), '0');
    return Number.parseInt([...bits].reverse().join(''), 2);
  });
  return [
    window,
    Float32Array.from(half, Math.cos),
    Float32Array.from(half, Math.sin),
    new Float32Array(reversed.buffer),
  ];
}
