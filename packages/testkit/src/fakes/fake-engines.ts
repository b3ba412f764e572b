import type { TextAligner } from '@parlance/core/engine';
import { fakeModelStore } from './fake-model-store.ts';
import { fakePlugin } from './fake-plugin.ts';
import { type FakeRecognitionOptions, fakeRecognitionEngine } from './fake-recognition-engine.ts';
import { type FakeSynthesisOptions, fakeSynthesisEngine } from './fake-synthesis-engine.ts';
import { fakeVoice } from './fake-voice.ts';
import { fakeVoiceActivityDetector } from './fake-voice-activity-detector.ts';

export interface FakeEnginesOptions {
  /** At least one; the first is the default voice. */
  readonly voiceCodes: readonly [string, ...string[]];
  readonly synthesis?: FakeSynthesisOptions | undefined;
  readonly recognition?: FakeRecognitionOptions | undefined;
  /** Absent: no aligner. */
  readonly alignment?: TextAligner | undefined;
}

/** Creates one fake engine of each kind, and the options that create a service with them. */
export function fakeEngines({ voiceCodes, synthesis, recognition, alignment }: FakeEnginesOptions) {
  const speaker = fakeSynthesisEngine({
    voices: voiceCodes.map((code) => fakeVoice({ code, name: code })),
    ...synthesis,
  });
  const recognizer = fakeRecognitionEngine(recognition);
  const detector = fakeVoiceActivityDetector();
  const plugin = fakePlugin({
    synthesis: [speaker],
    recognition: [recognizer],
    voiceActivity: detector,
    ...(alignment && { alignment }),
  });
  return {
    speaker,
    recognizer,
    detector,
    options: { plugins: [plugin], models: fakeModelStore(), defaultVoice: voiceCodes[0] },
  };
}
