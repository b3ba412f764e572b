import { concatSamples, createFramer } from '@parlance/core/audio';
import { LIMITS } from '@parlance/core/limits';
import { createSpeechSegmenter, type SpeechSegmenterOptions } from '@parlance/core/segmentation';
import { clipOf, readClips } from '../../recognition-segmentation/clips.ts';
import { openBareEngines, readWhole } from '../../recognition-segmentation/engines.ts';
import { scoreTranscript } from '../../recognition-segmentation/heard.ts';
import type { Variant } from '../../runner/contract.ts';
import type { Sample } from '../../runner/sample.ts';

/** Silence before a clip, in samples: it shifts the frames against the words, and one shift's luck is not another's. */
const LEADING_SILENCES_SAMPLES = [16_000, 16_100, 16_200, 16_300, 16_400] as const;
/** So that the segmenter finds the end of speech, and not the end of the file. */
const TRAILING_SILENCE_SAMPLES = 16_000;

export type SegmenterChoice = Omit<
  Partial<SpeechSegmenterOptions>,
  'sampleRateHz' | 'frameSamples' | 'maxSegmentSamples'
>;

/** The segmenter with other options than the service's, on the same probabilities and before the same recognizer. */
export function withOptions(choice: SegmenterChoice): Variant {
  return {
    async open() {
      const { recognizer, voiceActivity, close } = await openBareEngines();
      const clips = readClips();
      const { sampleRateHz, frameSamples } = voiceActivity;
      const hear = async (signal: Float32Array): Promise<string> => {
        const segmenter = createSpeechSegmenter({
          sampleRateHz,
          frameSamples,
          maxSegmentSamples: recognizer.capabilities.maxSegmentSamples,
          speechCompleteTimeoutMs: LIMITS.session.defaultSpeechCompleteTimeoutMs,
          ...choice,
        });
        const framer = createFramer({ frameSamples });
        const frames = framer.pushBlock(signal);
        const activity = await voiceActivity.open();
        const events = segmenter.push(frames, await activity.detect(frames));
        await activity.close();
        const texts: string[] = [];
        for (const event of [...events, ...segmenter.finish(framer.flush({ pad: false }))]) {
          if (event.type === 'segment') texts.push((await recognizer.recognize(event.samples)).text);
        }
        return texts.join(' ');
      };
      return {
        async measure(id) {
          const clip = clipOf(clips, id);
          const speech = await readWhole(clip.path, sampleRateHz);
          const samples: Sample[] = [];
          for (const leadingSamples of LEADING_SILENCES_SAMPLES) {
            const signal = concatSamples([
              new Float32Array(leadingSamples),
              speech,
              new Float32Array(TRAILING_SILENCE_SAMPLES),
            ]);
            samples.push(scoreTranscript(clip, await hear(signal)));
          }
          return samples;
        },
        close,
      };
    },
  };
}
