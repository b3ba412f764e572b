import { stretchTime } from '@parlance/audio/time-stretch';
import { SpeechError } from '@parlance/core/errors';
import { defineWorker } from '@parlance/worker-kit/worker';
import addon from 'sherpa-onnx-node';
import { planPace } from '../pace/pace-plan.ts';
import { spokenLetters } from '../pace/spoken-letters.ts';

import { assertReadable } from './model-files.ts';
import { withSessionOptions } from './session-options.ts';
import type { SynthesisInit, SynthesisTask } from './tasks.ts';

/**
 * Synthesized once after loading, since a model's first run is slower. Every language has digits. It is short because a model keeps the memory of its longest
 * run, some 27 MB per second of speech, and may never need to synthesize that much.
 */
const WARM_UP_TEXT = '1, 2, 3.';
/** Below this peak there is no speech: for a text without sounds joe returns 0.08 s of noise at up to 0.033. */
const SILENCE_PEAK = 0.05;
/** Keeps the voice's own pauses. The addon's default cuts them to a fifth, so that length no longer follows speed. */
const SILENCE_SCALE = 1;

export default defineWorker<SynthesisInit, SynthesisTask, undefined>({
  async load({ config, paths, pace, sampleRateHz, speakers, leadConfig }, { isLead, sharesModel }) {
    await assertReadable(paths);
    const tts = new addon.OfflineTts(withSessionOptions(isLead ? leadConfig : config));
    if (tts.sampleRate !== sampleRateHz || tts.numSpeakers < speakers) {
      throw new SpeechError(
        'ENGINE_LOAD_FAILED',
        `The model has ${tts.numSpeakers} speakers at ${tts.sampleRate} Hz; its voices need ${speakers} at ${sampleRateHz} Hz.`,
        { actualRateHz: tts.sampleRate, sampleRateHz },
      );
    }
    const generate = async (text: string, sid: number, speed: number, language?: string) => {
      const request = {
        text,
        sid,
        speed,
        enableExternalBuffer: false,
        generationConfig: {
          sid,
          speed,
          silenceScale: SILENCE_SCALE,
          ...(language !== undefined && { extra: { lang: language } }),
        },
      };
      return (sharesModel ? await tts.generateAsync(request) : tts.generate(request)).samples;
    };
    await generate(WARM_UP_TEXT, 0, 1);
    return {
      async run({ text, speakerId, language, speed }, { emit, isAborted }) {
        const plan = planPace({ ...pace, speed, letters: spokenLetters(text) });
        const spoken = await generate(text, speakerId, plan.engineSpeed, language);
        if (isAborted() || isSilent(spoken)) return undefined;
        const lengthSamples = plan.dueSamples(spoken.length);
        const samples = speed === 1 ? spoken : stretchTime(spoken, { lengthSamples, sampleRateHz });
        limitPeaks(samples);
        emit(samples, [samples.buffer]);
        return undefined;
      },
    };
  },
});

function isSilent(samples: Float32Array): boolean {
  return samples.every((sample) => Math.abs(sample) < SILENCE_PEAK);
}

/** Models occasionally exceed full scale, but the port promises [-1, 1]. */
function limitPeaks(samples: Float32Array): void {
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = Math.min(1, Math.max(-1, samples[index] ?? 0));
  }
}
