import { stretchTime } from '@parlance/audio/time-stretch';
import { defineWorker } from '@parlance/worker-kit/worker';
import { holdSilence, isAudible, join, toFloat } from './audible-samples.ts';
import { createSpeaker, type Speaker } from './speaker.ts';
import type { EspeakInit, EspeakTask } from './task.ts';

type Emit = (chunk: Float32Array<ArrayBuffer>) => void;

interface Work {
  readonly speaker: Speaker;
  readonly sampleRateHz: number;
  readonly task: EspeakTask;
  readonly isAborted: () => boolean;
  readonly emit: Emit;
}

export default defineWorker<EspeakInit, EspeakTask, undefined>({
  async load({ sampleRateHz }) {
    let speaker: Speaker | undefined = await createSpeaker(sampleRateHz);
    return {
      async run(task, { emit, isAborted }) {
        const current = speaker ?? (await createSpeaker(sampleRateHz));
        // A failure may leave more behind than its memory, so the next utterance gets a new speaker.
        speaker = undefined;
        const work: Work = {
          speaker: current,
          sampleRateHz,
          task,
          isAborted,
          emit: (chunk) => emit(chunk, [chunk.buffer]),
        };
        if (task.stretchedSpeed === undefined) speakAlong(work);
        else speakStretched(work, task.stretchedSpeed);
        speaker = current;
        return undefined;
      },
    };
  },
});

/** Emits each 100 ms of audio as soon as it is synthesized. */
function speakAlong({ speaker, task, isAborted, emit }: Work): void {
  const pass = holdSilence(emit);
  speaker.speak(task, (samples) => {
    if (samples.length > 0) pass(toFloat(samples));
    return !isAborted();
  });
}

/**
 * eSpeak NG brings the utterance to about the right length, and the stretch to the exact one. The error depends on language and text, so
 * the utterance is also synthesized at its default pace, only to measure its length.
 */
function speakStretched({ speaker, sampleRateHz, task, isAborted, emit }: Work, speed: number): void {
  let plainSamples = 0;
  speaker.speak({ ...task, wordsPerMinute: task.plainWordsPerMinute }, ({ length }) => {
    plainSamples += length;
    return !isAborted();
  });
  const chunks: Float32Array[] = [];
  if (isAborted()) return;
  speaker.speak(task, (samples) => {
    chunks.push(toFloat(samples));
    return !isAborted();
  });
  const spoken = join(chunks);
  if (isAborted() || !isAudible(spoken)) return;
  emit(stretchTime(spoken, { lengthSamples: Math.round(plainSamples / speed), sampleRateHz }));
}
