import type { Variant } from '../../runner/contract.ts';
import { clipOf, readClips } from '../clips.ts';
import { openBareEngines, readWhole } from '../engines.ts';
import { scoreTranscript } from '../heard.ts';

/** A clip that is longer than the model takes is not for this variant. */
const LONGEST_SECONDS = 9;

/** The same recognizer, fed each clip from its first sample to its last. */
export const whole: Variant = {
  async open() {
    const { recognizer, close } = await openBareEngines();
    const clips = readClips();
    return {
      async measure(id) {
        const clip = clipOf(clips, id);
        if (clip.durationSec >= LONGEST_SECONDS) return [];
        const samples = await readWhole(clip.path, recognizer.capabilities.sampleRateHz);
        const { text } = await recognizer.recognize(samples);
        return [scoreTranscript(clip, text)];
      },
      close,
    };
  },
};
