import { describeEdgeTexts } from './edge-texts.ts';

describeEdgeTexts('kal', { numRuns: 50 });
