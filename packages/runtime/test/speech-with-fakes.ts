import type { TextAligner } from '@parlance/core/engine';
import { type FakeRecognitionOptions, type FakeSynthesisOptions, fakeEngines } from '@parlance/testkit';
import { type CreateSpeechOptions, createSpeech } from '../src/index.ts';

/** Five realtime voices and one more, as a service of an operator has them. */
export const VOICE_CODES: [string, ...string[]] = ['one', 'two', 'three', 'four', 'five', 'six'];

export interface FakeOptions {
  readonly synthesis?: FakeSynthesisOptions;
  readonly recognition?: FakeRecognitionOptions;
  readonly alignment?: TextAligner;
  readonly speech?: CreateSpeechOptions;
}

/** A service over fake engines, which synthesize a hum and recognize scripted texts. */
export async function speechWithFakes({ synthesis, recognition, alignment, speech }: FakeOptions = {}) {
  const { options, ...engines } = fakeEngines({
    voiceCodes: VOICE_CODES,
    synthesis,
    alignment,
    recognition: recognition ?? { script: { texts: ['hello'] } },
  });
  const service = await createSpeech({ ...options, realtimeVoices: VOICE_CODES.slice(0, 5), ...speech });
  return { speech: service, ...engines };
}
