import type { RecognitionFamily } from './family.ts';
import { transducer } from './transducer.ts';

/** Transducers of NVIDIA NeMo, such as Parakeet TDT. Without the model type the addon would take them for icefall's. */
export const nemoTransducer: RecognitionFamily = {
  ...transducer,
  model: (files, settings) => ({ ...transducer.model(files, settings), modelType: 'nemo_transducer' }),
  punctuated: true,
};
