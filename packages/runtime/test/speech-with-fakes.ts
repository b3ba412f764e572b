import {
  type FakeRecognitionOptions,
  type FakeSynthesisOptions,
  fakeModelStore,
  fakePlugin,
  fakeRecognitionEngine,
  fakeSynthesisEngine,
  fakeVoice,
  fakeVoiceActivityDetector,
} from '@parlance/testkit';
import { type CreateSpeechOptions, createSpeech } from '../src/index.ts';

/** Five realtime voices and one more, as a service of an operator has them. */
export const VOICE_CODES = ['one', 'two', 'three', 'four', 'five', 'six'];

export interface FakeOptions {
  readonly synthesis?: FakeSynthesisOptions;
  readonly recognition?: FakeRecognitionOptions;
  readonly speech?: CreateSpeechOptions;
}

/** A service over engines that hum and know the answers beforehand. */
export async function speechWithFakes({ synthesis, recognition, speech }: FakeOptions = {}) {
  const voices = VOICE_CODES.map((code) => fakeVoice({ code, name: code }));
  const speaker = fakeSynthesisEngine({ voices, ...synthesis });
  const recognizer = fakeRecognitionEngine(recognition ?? { script: { texts: ['hello'] } });
  const detector = fakeVoiceActivityDetector();
  const plugin = fakePlugin({ synthesis: [speaker], recognition: [recognizer], voiceActivity: detector });
  const service = await createSpeech({
    plugins: [plugin],
    models: fakeModelStore(),
    defaultVoice: 'one',
    realtimeVoices: VOICE_CODES.slice(0, 5),
    ...speech,
  });
  return { speech: service, speaker, recognizer, detector };
}
