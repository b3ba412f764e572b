import { fileURLToPath } from 'node:url';
import { createModelStore } from '@parlance/models';
import { readClips } from '../../recognition-segmentation/clips.ts';
import type { Variant } from '../../runner/contract.ts';
import { CASES } from '../cases.ts';
import { memoryAfterWork } from '../program.ts';

const SCRIPT = fileURLToPath(new URL('../transcribe.py', import.meta.url));

/** The recognizer of `sherpa-onnx`'s Python package on the same model. */
export const sherpaOnnxPython: Variant = {
  async open({ peers }) {
    const { files } = await createModelStore().ensure('moonshine-tiny-en');
    const [clip] = readClips();
    return {
      async measure(caseName) {
        if (caseName !== CASES.worked) return [];
        const python = peers['sherpa-onnx-python']?.python as string;
        const paths = [files.encoder, files.mergedDecoder, files.tokens, clip?.path].map(String);
        return [await memoryAfterWork(python, [SCRIPT, ...paths])];
      },
      close: async () => undefined,
    };
  },
};
