import { defineWorker } from '@parlance/worker-kit/worker';
import addon from 'sherpa-onnx-node';
import { RECOGNITION_RATE_HZ } from '../families/family.ts';
import { assertReadable } from './model-files.ts';
import { padSegment } from './pad-segment.ts';
import { withSessionOptions } from './session-options.ts';
import type { RawRecognition, RecognitionInit, RecognitionTask } from './tasks.ts';

export default defineWorker<RecognitionInit, RecognitionTask, RawRecognition>({
  async load({ config, paths, limits }, { sharesModel }) {
    await assertReadable(paths);
    const recognizer = new addon.OfflineRecognizer(withSessionOptions(config));
    const recognize = async (segment: Float32Array): Promise<RawRecognition> => {
      const { samples, leadSamples } = padSegment(segment, limits);
      const stream = recognizer.createStream();
      stream.acceptWaveform({ samples, sampleRate: RECOGNITION_RATE_HZ });
      if (sharesModel) await recognizer.decodeAsync(stream);
      else recognizer.decode(stream);
      const { lang, text, tokens, timestamps, ys_log_probs = [] } = recognizer.getResult(stream);
      const leadSeconds = leadSamples / RECOGNITION_RATE_HZ;
      const startSeconds = timestamps.map((seconds) => Math.max(0, seconds - leadSeconds));
      return { text, tokens, startSeconds, logProbabilities: ys_log_probs, language: lang };
    };
    // The first run of a model is slower, because it allocates its memory.
    await recognize(new Float32Array(RECOGNITION_RATE_HZ));
    return { run: ({ samples }) => recognize(samples) };
  },
});
