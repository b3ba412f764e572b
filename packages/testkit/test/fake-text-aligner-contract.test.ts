import { fakeTextAligner } from '../src/fakes/fake-text-aligner.ts';
import { describeTextAligner } from '../src/vitest.ts';

describeTextAligner('the fake', { create: () => fakeTextAligner() });
