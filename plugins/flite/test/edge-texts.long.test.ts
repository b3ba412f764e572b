import { describeEdgeTexts } from './edge-texts.ts';

// A statistical voice takes ten times as long as the one of the short suite, and reads texts with the same front end.
describeEdgeTexts('slt', { numRuns: 200 });
