import { LIMITS } from '@parlance/core/limits';
import { createSpeech, type TranscribeSource } from '@parlance/runtime';
import type { Variant } from '../../runner/contract.ts';
import { type Clip, clipOf, readClips } from '../clips.ts';
import { readWhole } from '../engines.ts';
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
        const { transcript } = await speech.transcribe(await sourceOf(clip));
        return [scoreTranscript(clip, transcript)];
      },
      close: () => speech.close(),
    };
  },
};

const RECOGNITION_RATE_HZ = 16_000;

/** The file as it is; samples where it has a rate that the interface does not take in files. */
async function sourceOf({ path, sampleRate }: Clip): Promise<TranscribeSource> {
  const isTaken = LIMITS.transcription.sampleRatesHz.some((rateHz) => rateHz === sampleRate);
  if (isTaken) return path;
  return { samples: await readWhole(path, RECOGNITION_RATE_HZ), sampleRateHz: RECOGNITION_RATE_HZ };
}
