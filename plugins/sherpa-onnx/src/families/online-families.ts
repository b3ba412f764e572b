import type { OnlineFamily } from './family.ts';

/** Two chunks of a typical streaming model, and the look-ahead of its convolution. */
const TAIL_SAMPLES = 0.66 * 16_000;

const onlineTransducer: OnlineFamily = {
  roles: ['encoder', 'decoder', 'joiner', 'tokens'],
  model: ({ encoder, decoder, joiner }) => ({ transducer: { encoder, decoder, joiner } }),
  tailSamples: TAIL_SAMPLES,
  logProbabilities: true,
  tokenTimes: true,
};

const onlineParaformer: OnlineFamily = {
  roles: ['encoder', 'decoder', 'tokens'],
  model: ({ encoder, decoder }) => ({ paraformer: { encoder, decoder } }),
  tailSamples: TAIL_SAMPLES,
  logProbabilities: false,
  tokenTimes: false,
};

const onlineZipformer2Ctc: OnlineFamily = {
  roles: ['model', 'tokens'],
  model: ({ model }) => ({ zipformer2Ctc: { model } }),
  tailSamples: TAIL_SAMPLES,
  logProbabilities: false,
  tokenTimes: true,
};

const onlineNemoCtc: OnlineFamily = {
  ...onlineZipformer2Ctc,
  model: ({ model }) => ({ nemoCtc: { model } }),
};

/** Streaming recognizers by the family name of the catalogue, similar enough for one file. */
export const ONLINE_FAMILIES = {
  'online-transducer': onlineTransducer,
  'online-paraformer': onlineParaformer,
  'online-zipformer2-ctc': onlineZipformer2Ctc,
  'online-nemo-ctc': onlineNemoCtc,
} as const satisfies Record<string, OnlineFamily>;

export type OnlineFamilyName = keyof typeof ONLINE_FAMILIES;
