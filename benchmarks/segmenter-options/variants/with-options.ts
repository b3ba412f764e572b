import {
  concatSamples,
  createFramer,
  createSpeechSegmenter,
  LIMITS,
  type SpeechSegmenterOptions,
} from '@parlance/core';
import { clipOf, readClips } from '../../recognition-segmentation/clips.ts';
import { openBareEngines, readWhole } from '../../recognition-segmentation/engines.ts';
import { scoreTranscript } from '../../recognition-segmentation/heard.ts';
import type { Variant } from '../../runner/contract.ts';

/** Silence around a clip, so that its edges are cut by the segmenter and not by the end of the file. */
const SURROUNDING_SILENCE_SECONDS = 1;

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
      return {
        async measure(id) {
          const clip = clipOf(clips, id);
          const silence = new Float32Array(SURROUNDING_SILENCE_SECONDS * sampleRateHz);
          const samples = concatSamples([silence, await readWhole(clip.path, sampleRateHz), silence]);
          const segmenter = createSpeechSegmenter({
            sampleRateHz,
            frameSamples,
            maxSegmentSamples: recognizer.capabilities.maxSegmentSamples,
            speechCompleteTimeoutMs: LIMITS.session.defaultSpeechCompleteTimeoutMs,
            ...choice,
          });
          const framer = createFramer({ frameSamples });
          const frames = framer.pushBlock(samples);
          const activity = await voiceActivity.open();
          const events = segmenter.push(frames, await activity.judge(frames.slice()));
          await activity.close();
          const texts: string[] = [];
          for (const event of [...events, ...segmenter.finish(framer.flush({ pad: false }))]) {
            if (event.type === 'segment') texts.push((await recognizer.recognize(event.samples)).text);
          }
          return [scoreTranscript(clip, texts.join(' '))];
        },
        close,
      };
    },
  };
}
