import { createSpeech } from '@parlance/runtime';
import type { Variant } from '../../runner/contract.ts';
import { clipOf, readClips } from '../clips.ts';
import { scoreTranscript } from '../heard.ts';

/** `transcribe()`: voice activity cuts the recording into utterances, each is decoded. */
export const segmented: Variant = {
  async open() {
    const speech = await createSpeech({ plugins: ['@parlance/plugin-sherpa-onnx'] });
    await speech.warm();
    const clips = readClips();
    return {
      async measure(id) {
        const clip = clipOf(clips, id);
        const { transcript } = await speech.transcribe(clip.path);
        return [scoreTranscript(clip, transcript)];
      },
      close: () => speech.close(),
    };
  },
};
