import { describe, expect, it } from 'vitest';
import type { EndedCall } from '../service/live-load.ts';
import { liveFigures } from './live-figures.ts';

const call: EndedCall = {
  kind: 'session',
  startedAtMs: 1000,
  endedAtMs: 6000,
  outcome: 'broken',
  message: 'terminated',
};

describe('figures of live calls', () => {
  it('count what ended well by its kind', () => {
    expect(liveFigures([{ ...call, outcome: 'well' }], [])).toMatchObject({
      sessionWell: 1,
      synthesisWell: 0,
      liveFailed: 0,
    });
  });

  it.each<[string, Partial<EndedCall>, readonly number[], object]>([
    ['under way at a kill is told apart', {}, [5900], { sessionsCutOff: 1, liveFailed: 0 }],
    ['that is no session too', { kind: 'synthesis' }, [5900], { callsCutOff: 1, liveFailed: 0 }],
    ['without a kill has failed', {}, [], { sessionsCutOff: 0, liveFailed: 1 }],
    ['that began after the kill has failed', {}, [900], { sessionsCutOff: 0, liveFailed: 1 }],
    ['before the kill has failed', {}, [6100], { sessionsCutOff: 0, liveFailed: 1 }],
    ['long after the kill has failed', { endedAtMs: 60_000 }, [2000], { sessionsCutOff: 0, liveFailed: 1 }],
  ])('one that broke off %s', (_, change, kills, figures) => {
    expect(liveFigures([{ ...call, ...change }], kills)).toMatchObject(figures);
  });

  it('a wrong answer has failed, also at a kill', () => {
    expect(liveFigures([{ ...call, outcome: 'wrong' }], [5900])).toMatchObject({ liveFailed: 1 });
  });

  it('a refusal is counted for itself, also at a kill', () => {
    expect(liveFigures([{ ...call, outcome: 'refused' }], [5900])).toMatchObject({
      liveRefused: 1,
      liveFailed: 0,
    });
  });
});
