/**
 * Silero's network for 16 kHz, by window: spectrum, four convolutions, an LSTM cell, a probability.
 *
 * AssemblyScript, compiled by `build.ts` next to it. All numbers are 32-bit floats. In matrices, the weights of an input for all outputs are
 * adjacent, so that four of them fill a vector; `src/silero-network.ts` writes them in this order.
 */

const WINDOW: usize = 512;
const CONTEXT: usize = 64;
const FFT: usize = 256;
const HOP: usize = 128;
const BINS: usize = 129;
const FLOAT: usize = 4;

// Written by the host before the first call, in this order.
const hannAt: usize = 1024;
const cosAt: usize = hannAt + FFT * FLOAT;
const sinAt: usize = cosAt + (FFT / 2) * FLOAT;
const reversedAt: usize = sinAt + (FFT / 2) * FLOAT;
const conv1At: usize = reversedAt + FFT * FLOAT;
const bias1At: usize = conv1At + 3 * BINS * 128 * FLOAT;
const conv2At: usize = bias1At + 128 * FLOAT;
const bias2At: usize = conv2At + 3 * 128 * 64 * FLOAT;
const conv3At: usize = bias2At + 64 * FLOAT;
const bias3At: usize = conv3At + 2 * 64 * 64 * FLOAT;
const conv4At: usize = bias3At + 64 * FLOAT;
const bias4At: usize = conv4At + 64 * 128 * FLOAT;
const lstmAt: usize = bias4At + 128 * FLOAT;
const biasLstmAt: usize = lstmAt + 256 * 512 * FLOAT;
const outAt: usize = biasLstmAt + 512 * FLOAT;
const biasOutAt: usize = outAt + 128 * FLOAT;
const weightsEnd: usize = biasOutAt + 4 * FLOAT;

// Data between the layers. A convolution's input has a column of zeros before and after it.
const realAt: usize = (weightsEnd + 15) & ~15;
const imaginaryAt: usize = realAt + FFT * 16;
const spectrumAt: usize = imaginaryAt + FFT * 16;
const layer1At: usize = spectrumAt + 6 * BINS * FLOAT;
/** The layers from here to the gates exist once for each window of a group, so that a weight is read once for all of them. */
const GROUP: usize = 4;
const layer2At: usize = layer1At + 6 * 128 * FLOAT;
const layer3At: usize = layer2At + GROUP * 2 * 64 * FLOAT;
const layer4At: usize = layer3At + GROUP * 64 * FLOAT;
/** The LSTM's gates from the encoder's output; the part from its own previous output is added window by window. */
const gatesAt: usize = layer4At + GROUP * 128 * FLOAT;
const hiddenAt: usize = gatesAt + GROUP * 512 * FLOAT;
const cellAt: usize = hiddenAt + 128 * FLOAT;
/** Context, then the samples of up to 64 windows. */
const samplesAt: usize = (cellAt + 128 * FLOAT + 15) & ~15;
const MAX_WINDOWS: usize = 64;
const probabilitiesAt: usize = samplesAt + (CONTEXT + MAX_WINDOWS * WINDOW) * FLOAT;

export function weights(): usize {
  return hannAt;
}
export function state(): usize {
  return hiddenAt;
}
export function samples(): usize {
  return samplesAt;
}
export function probabilities(): usize {
  return probabilitiesAt;
}
export function bytes(): usize {
  return probabilitiesAt + MAX_WINDOWS * FLOAT;
}

/** Scores windows, which follow their context in memory. The state continues from one to the next. */
export function detect(windows: usize): void {
  let window: usize = 0;
  for (; window + GROUP <= windows; window += GROUP) {
    for (let member: usize = 0; member < GROUP; member++) encode(window + member, member);
    columns4(conv3At, bias3At, layer2At, 128 * FLOAT, 2 * 64, layer3At, 64, true);
    columns4(conv4At, bias4At, layer3At, 64 * FLOAT, 64, layer4At, 128, true);
    columns4(lstmAt, biasLstmAt, layer4At, 128 * FLOAT, 128, gatesAt, 512, false);
    for (let member: usize = 0; member < GROUP; member++) remember(window + member, member);
  }
  for (; window < windows; window++) {
    encode(window, 0);
    column(conv3At, bias3At, layer2At, 2 * 64, layer3At, 64, true);
    column(conv4At, bias4At, layer3At, 64, layer4At, 128, true);
    column(lstmAt, biasLstmAt, layer4At, 128, gatesAt, 512, false);
    remember(window, 0);
  }
}

/** The layers that have enough columns within one window. */
function encode(window: usize, member: usize): void {
  spectrum(samplesAt + window * WINDOW * FLOAT);
  columns4(conv1At, bias1At, spectrumAt, BINS * FLOAT, 3 * BINS, layer1At + 128 * FLOAT, 128, true);
  columns2(conv2At, bias2At, layer1At, 256 * FLOAT, 3 * 128, layer2At + member * 128 * FLOAT, 64);
}

/** The part that depends on the previous window. */
function remember(window: usize, member: usize): void {
  const gates = gatesAt + member * 512 * FLOAT;
  column(lstmAt + 128 * 512 * FLOAT, gates, hiddenAt, 128, gates, 512, false);
  store<f32>(probabilitiesAt + window * FLOAT, cell(gates));
}

/** Magnitudes of four overlapping segments at the same time, one per lane. */
function spectrum(from: usize): void {
  for (let n: usize = 0; n < FFT; n++) {
    const at = from + n * FLOAT;
    // The last segment ends 64 samples after the window, which is mirrored there.
    const isInside = n < WINDOW + CONTEXT - 3 * HOP;
    const last = isInside ? at + 3 * HOP * FLOAT : from + (2 * (WINDOW + CONTEXT - 1) - 3 * HOP - n) * FLOAT;
    let lanes = f32x4.splat(load<f32>(at));
    lanes = f32x4.replace_lane(lanes, 1, load<f32>(at + HOP * FLOAT));
    lanes = f32x4.replace_lane(lanes, 2, load<f32>(at + 2 * HOP * FLOAT));
    lanes = f32x4.replace_lane(lanes, 3, load<f32>(last));
    const to = (<usize>load<u32>(reversedAt + n * FLOAT)) << 4;
    v128.store(realAt + to, f32x4.mul(lanes, v128.load32_splat(hannAt + n * FLOAT)));
    v128.store(imaginaryAt + to, f32x4.splat(0));
  }
  for (let half: usize = 1; half < FFT; half <<= 1) {
    const step = FFT / 2 / half;
    for (let k: usize = 0; k < half; k++) {
      const c = v128.load32_splat(cosAt + k * step * FLOAT);
      const s = v128.load32_splat(sinAt + k * step * FLOAT);
      for (let i: usize = k; i < FFT; i += half << 1) {
        const a = i << 4;
        const b = (i + half) << 4;
        const br = v128.load(realAt + b);
        const bi = v128.load(imaginaryAt + b);
        const tr = f32x4.add(f32x4.mul(br, c), f32x4.mul(bi, s));
        const ti = f32x4.sub(f32x4.mul(bi, c), f32x4.mul(br, s));
        const ar = v128.load(realAt + a);
        const ai = v128.load(imaginaryAt + a);
        v128.store(realAt + a, f32x4.add(ar, tr));
        v128.store(imaginaryAt + a, f32x4.add(ai, ti));
        v128.store(realAt + b, f32x4.sub(ar, tr));
        v128.store(imaginaryAt + b, f32x4.sub(ai, ti));
      }
    }
  }
  for (let bin: usize = 0; bin < BINS; bin++) {
    const real = v128.load(realAt + (bin << 4));
    const imaginary = v128.load(imaginaryAt + (bin << 4));
    const size = f32x4.sqrt(f32x4.add(f32x4.mul(real, real), f32x4.mul(imaginary, imaginary)));
    const to = spectrumAt + (BINS + bin) * FLOAT;
    store<f32>(to, f32x4.extract_lane(size, 0));
    store<f32>(to + BINS * FLOAT, f32x4.extract_lane(size, 1));
    store<f32>(to + 2 * BINS * FLOAT, f32x4.extract_lane(size, 2));
    store<f32>(to + 3 * BINS * FLOAT, f32x4.extract_lane(size, 3));
  }
}

function madd(a: v128, b: v128, c: v128): v128 {
  return f32x4.relaxed_madd(a, b, c);
}

function relu(x: v128): v128 {
  return f32x4.max(x, f32x4.splat(0));
}

/** Four columns of a layer, `stride` bytes apart; eight outputs at a time. */
function columns4(
  w: usize,
  bias: usize,
  x: usize,
  stride: usize,
  inputs: usize,
  out: usize,
  outputs: usize,
  isRectified: bool,
): void {
  const rowBytes: usize = outputs * FLOAT;
  const least = f32x4.splat(isRectified ? 0 : -f32.MAX_VALUE);
  for (let row: usize = 0; row < rowBytes; row += 32) {
    const b0 = v128.load(bias + row);
    const b1 = v128.load(bias + row, 16);
    let a0 = b0,
      a1 = b1,
      c0 = b0,
      c1 = b1,
      d0 = b0,
      d1 = b1,
      e0 = b0,
      e1 = b1;
    let at = w + row;
    let from = x;
    for (let k: usize = 0; k < inputs; k++) {
      const w0 = v128.load(at);
      const w1 = v128.load(at, 16);
      const x0 = v128.load32_splat(from);
      a0 = madd(w0, x0, a0);
      a1 = madd(w1, x0, a1);
      const x1 = v128.load32_splat(from + stride);
      c0 = madd(w0, x1, c0);
      c1 = madd(w1, x1, c1);
      const x2 = v128.load32_splat(from + 2 * stride);
      d0 = madd(w0, x2, d0);
      d1 = madd(w1, x2, d1);
      const x3 = v128.load32_splat(from + 3 * stride);
      e0 = madd(w0, x3, e0);
      e1 = madd(w1, x3, e1);
      at += rowBytes;
      from += FLOAT;
    }
    const to = out + row;
    v128.store(to, f32x4.max(a0, least));
    v128.store(to, f32x4.max(a1, least), 16);
    v128.store(to + rowBytes, f32x4.max(c0, least));
    v128.store(to + rowBytes, f32x4.max(c1, least), 16);
    v128.store(to + 2 * rowBytes, f32x4.max(d0, least));
    v128.store(to + 2 * rowBytes, f32x4.max(d1, least), 16);
    v128.store(to + 3 * rowBytes, f32x4.max(e0, least));
    v128.store(to + 3 * rowBytes, f32x4.max(e1, least), 16);
  }
}

function columns2(
  w: usize,
  bias: usize,
  x: usize,
  stride: usize,
  inputs: usize,
  out: usize,
  outputs: usize,
): void {
  const rowBytes: usize = outputs * FLOAT;
  for (let row: usize = 0; row < rowBytes; row += 64) {
    let a0 = v128.load(bias + row);
    let a1 = v128.load(bias + row, 16);
    let a2 = v128.load(bias + row, 32);
    let a3 = v128.load(bias + row, 48);
    let c0 = a0,
      c1 = a1,
      c2 = a2,
      c3 = a3;
    let at = w + row;
    let from = x;
    for (let k: usize = 0; k < inputs; k++) {
      const w0 = v128.load(at);
      const w1 = v128.load(at, 16);
      const w2 = v128.load(at, 32);
      const w3 = v128.load(at, 48);
      const x0 = v128.load32_splat(from);
      const x1 = v128.load32_splat(from + stride);
      a0 = madd(w0, x0, a0);
      a1 = madd(w1, x0, a1);
      a2 = madd(w2, x0, a2);
      a3 = madd(w3, x0, a3);
      c0 = madd(w0, x1, c0);
      c1 = madd(w1, x1, c1);
      c2 = madd(w2, x1, c2);
      c3 = madd(w3, x1, c3);
      at += rowBytes;
      from += FLOAT;
    }
    const to = out + row;
    v128.store(to, relu(a0));
    v128.store(to, relu(a1), 16);
    v128.store(to, relu(a2), 32);
    v128.store(to, relu(a3), 48);
    v128.store(to + rowBytes, relu(c0));
    v128.store(to + rowBytes, relu(c1), 16);
    v128.store(to + rowBytes, relu(c2), 32);
    v128.store(to + rowBytes, relu(c3), 48);
  }
}

/** One column, 32 outputs at a time. */
function column(
  w: usize,
  bias: usize,
  x: usize,
  inputs: usize,
  out: usize,
  outputs: usize,
  isRectified: bool,
): void {
  const rowBytes: usize = outputs * FLOAT;
  const least = f32x4.splat(isRectified ? 0 : -f32.MAX_VALUE);
  for (let row: usize = 0; row < rowBytes; row += 128) {
    let a0 = v128.load(bias + row);
    let a1 = v128.load(bias + row, 16);
    let a2 = v128.load(bias + row, 32);
    let a3 = v128.load(bias + row, 48);
    let a4 = v128.load(bias + row, 64);
    let a5 = v128.load(bias + row, 80);
    let a6 = v128.load(bias + row, 96);
    let a7 = v128.load(bias + row, 112);
    let at = w + row;
    for (let k: usize = 0; k < inputs; k++) {
      const input = v128.load32_splat(x + k * FLOAT);
      a0 = madd(v128.load(at), input, a0);
      a1 = madd(v128.load(at, 16), input, a1);
      a2 = madd(v128.load(at, 32), input, a2);
      a3 = madd(v128.load(at, 48), input, a3);
      a4 = madd(v128.load(at, 64), input, a4);
      a5 = madd(v128.load(at, 80), input, a5);
      a6 = madd(v128.load(at, 96), input, a6);
      a7 = madd(v128.load(at, 112), input, a7);
      at += rowBytes;
    }
    const to = out + row;
    v128.store(to, f32x4.max(a0, least));
    v128.store(to, f32x4.max(a1, least), 16);
    v128.store(to, f32x4.max(a2, least), 32);
    v128.store(to, f32x4.max(a3, least), 48);
    v128.store(to, f32x4.max(a4, least), 64);
    v128.store(to, f32x4.max(a5, least), 80);
    v128.store(to, f32x4.max(a6, least), 96);
    v128.store(to, f32x4.max(a7, least), 112);
  }
}

/** The LSTM's gates, in the order input, forget, cell, output. @returns the probability of speech */
function cell(gates: usize): f32 {
  let sum = f32x4.splat(0);
  for (let at: usize = 0; at < 128 * FLOAT; at += 16) {
    const input = sigmoid(v128.load(gates + at));
    const forget = sigmoid(v128.load(gates + at + 128 * FLOAT));
    const fresh = tanh(v128.load(gates + at + 256 * FLOAT));
    const output = sigmoid(v128.load(gates + at + 384 * FLOAT));
    const kept = f32x4.add(f32x4.mul(forget, v128.load(cellAt + at)), f32x4.mul(input, fresh));
    const hidden = f32x4.mul(output, tanh(kept));
    v128.store(cellAt + at, kept);
    v128.store(hiddenAt + at, hidden);
    sum = madd(relu(hidden), v128.load(outAt + at), sum);
  }
  const total =
    f32x4.extract_lane(sum, 0) +
    f32x4.extract_lane(sum, 1) +
    f32x4.extract_lane(sum, 2) +
    f32x4.extract_lane(sum, 3);
  return f32x4.extract_lane(sigmoid(f32x4.splat(total + load<f32>(biasOutAt))), 0);
}

function tanh(x: v128): v128 {
  const twice = sigmoid(f32x4.add(x, x));
  return f32x4.sub(f32x4.add(twice, twice), f32x4.splat(1));
}

function sigmoid(x: v128): v128 {
  const one = f32x4.splat(1);
  return f32x4.div(one, f32x4.add(one, exponential(f32x4.neg(x))));
}

/** e to the x, with a relative error of some 1e-7: a power of two, times a polynomial for the rest. */
function exponential(x: v128): v128 {
  const bounded = f32x4.min(f32x4.max(x, f32x4.splat(-87)), f32x4.splat(87));
  const whole = f32x4.nearest(f32x4.mul(bounded, f32x4.splat(Mathf.LOG2E)));
  const high = f32x4.sub(bounded, f32x4.mul(whole, f32x4.splat(0.693359375)));
  const rest = f32x4.add(high, f32x4.mul(whole, f32x4.splat(2.1219444e-4)));
  let sum = f32x4.splat(1.98756915e-4);
  sum = f32x4.add(f32x4.mul(sum, rest), f32x4.splat(1.3981999507e-3));
  sum = f32x4.add(f32x4.mul(sum, rest), f32x4.splat(8.3334519073e-3));
  sum = f32x4.add(f32x4.mul(sum, rest), f32x4.splat(4.1665795894e-2));
  sum = f32x4.add(f32x4.mul(sum, rest), f32x4.splat(1.6666665459e-1));
  sum = f32x4.add(f32x4.mul(sum, rest), f32x4.splat(0.5));
  sum = f32x4.add(f32x4.mul(sum, f32x4.mul(rest, rest)), f32x4.add(rest, f32x4.splat(1)));
  const power = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(whole), i32x4.splat(127)), 23);
  return f32x4.mul(sum, power);
}
