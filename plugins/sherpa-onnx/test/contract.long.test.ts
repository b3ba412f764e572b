import { type KnownSpeech, killChildProcesses } from '@parlance/testkit';
import {
  describeRecognitionEngine,
  describeSynthesisEngine,
  describeVoiceActivityDetector,
} from '@parlance/testkit/vitest';
import { describe } from 'vitest';
import { hasModels, hasOnlineModel, ONLINE_MODEL_ID } from './installed-models.ts';
import { openDetector, openRecognition, openSynthesis, speak } from './open-engines.ts';
import { clips, readClip, toRecognitionRate } from './speech-clips.ts';

const crashWorker = process.platform === 'linux' ? killChildProcesses : undefined;
/** "The frosty air passed through the coat.": 3.6 s, so that it fits twice into the longest segment of Moonshine. */
const CLIP_ID = 'harvard-coat';

describe.skipIf(!hasModels)('with the installed models', { timeout: 120_000 }, async () => {
  const speech = hasModels ? await knownSpeech() : undefined;

  describeSynthesisEngine('sherpa-onnx with joe', {
    create: () => openSynthesis(),
    // Joe speaks fast: 20 a second. At 16 kHz it would be 14, at 32 kHz 29.
    traits: { charsPerSecond: { min: 17, max: 24 }, samplesVary: true, crashWorker },
  });

  describeRecognitionEngine('sherpa-onnx with Moonshine', {
    create: () => openRecognition(),
    traits: { ...(speech && { speech }), crashWorker },
    knownGaps: [
      {
        case: 'segment/faint-noise',
        reason: 'the model makes up a word; the service gives it only what a detector took for speech',
      },
    ],
  });

  describe.skipIf(!hasOnlineModel)('and a streaming one', () => {
    describeRecognitionEngine(`sherpa-onnx with ${ONLINE_MODEL_ID}`, {
      create: () => openRecognition({ recognizers: [ONLINE_MODEL_ID], threads: { recognition: 1 } }),
      traits: { ...(speech && { speech }), crashWorker },
    });
  });

  describeVoiceActivityDetector('sherpa-onnx with Silero', {
    create: () => openDetector(),
    traits: { ...(speech && { speech: speech.samples }) },
  });
});

/** A person where there is one, else joe. */
async function knownSpeech(): Promise<KnownSpeech> {
  const clip = clips.find(({ id }) => id === CLIP_ID);
  if (clip !== undefined) return { samples: await readClip(clip), text: clip.reference };
  // Joe says it otherwise each time. Of 25 times Moonshine got every word of it; a "canoe slid" may be heard as "can use lid".
  const text = 'We walked home along the river because the weather was so fine.';
  const engine = await openSynthesis();
  try {
    const spoken = await speak(engine, { text });
    return { samples: await toRecognitionRate(spoken, 22_050), text };
  } finally {
    await engine.close();
  }
}
