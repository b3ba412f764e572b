import { describeVoiceActivityDetector } from '@parlance/testkit/vitest';
import { fakeVoiceActivityDetector } from '../src/fakes/fake-voice-activity-detector.ts';

describeVoiceActivityDetector('the fake', { create: () => fakeVoiceActivityDetector() });
