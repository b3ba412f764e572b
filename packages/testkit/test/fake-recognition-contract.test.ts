import { describeRecognitionEngine } from '@parlance/testkit/vitest';
import { fakeRecognitionEngine } from '../src/fakes/fake-recognition-engine.ts';

describeRecognitionEngine('the fake, whole segments', { create: () => fakeRecognitionEngine() });

describeRecognitionEngine('the fake, with streams', {
  create: () => fakeRecognitionEngine({ capabilities: { streaming: true } }),
});
