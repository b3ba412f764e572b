import type { AudioCodec } from '../../src/audio/index.ts';

/** A codec, and how many of its encoders and resamplers are open. */
export function countedCodec(codec: AudioCodec) {
  const open = { encoders: 0, resamplers: 0 };
  const counted = <Part extends { dispose(): void }>(part: Part, kind: keyof typeof open): Part => {
    open[kind] += 1;
    let isOpen = true;
    return {
      ...part,
      dispose() {
        if (isOpen) open[kind] -= 1;
        isOpen = false;
        part.dispose();
      },
    };
  };
  const counting: AudioCodec = {
    ...codec,
    openEncoder: async (...args) => counted(await codec.openEncoder(...args), 'encoders'),
    openResampler: async (...args) => counted(await codec.openResampler(...args), 'resamplers'),
  };
  return { codec: counting, open };
}
