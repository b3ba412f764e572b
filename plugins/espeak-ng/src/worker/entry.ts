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
        // What fails in the midst of it leaves more behind than its memory: the next utterance gets another one.
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

/** Each 100 ms of audio leaves as it is made. */
function speakAlong({ speaker, task, isAborted, emit }: Work): void {
  const pass = holdSilence(emit);
  speaker.speak(task, (samples) => {
    if (samples.length > 0) pass(toFloat(samples));
    return !isAborted();
  });
}

/**
 * eSpeak NG takes the utterance to about the length, the stretch to the sample: how far off it is differs by language and text, so
 * it is spoken at its own pace too, for its length alone.
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
