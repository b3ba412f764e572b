import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAudioLead } from './audio-lead.ts';

const BURST_SECONDS = 30;

describe('createAudioLead', () => {
  it('never takes speech for a burst, however it is cut and however long networks and servers delay it', () => {
    const chunkMs = fc.integer({ min: 10, max: 2000 });
    const delayMs = fc.integer({ min: 0, max: 40_000 });
    fc.assert(
      fc.property(fc.array(fc.record({ chunkMs, delayMs }), { maxLength: 100 }), (chunks) => {
        const lead = createAudioLead();
        let spokenMs = 0;
        let nowMs = 0;
        for (const chunk of chunks) {
          spokenMs += chunk.chunkMs;
          // The first one sets the clock; what comes later can only be later.
          nowMs = Math.max(nowMs, spokenMs + (nowMs === 0 ? 0 : chunk.delayMs));
          lead.receive(chunk.chunkMs / 1000, nowMs);
          expect(lead.isAhead(nowMs)).toBe(false);
        }
      }),
    );
  });

  it('detects audio at twice the pace of speech after seven seconds', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 2, max: 1000, noNaN: true }),
        fc.integer({ min: 7, max: BURST_SECONDS }),
        (pace, seconds) => {
          const lead = createAudioLead();
          for (let second = 1; second <= seconds; second += 1) lead.receive(1, (second / pace) * 1000);
          expect(lead.isAhead((seconds / pace) * 1000)).toBe(true);
        },
      ),
    );
  });

  it('tolerates three seconds from before the first message', () => {
    const lead = createAudioLead();
    lead.receive(3, 0);
    expect(lead.isAhead(0)).toBe(false);
    lead.receive(0.1, 0);
    expect(lead.isAhead(0)).toBe(true);
  });

  it('ends when time has caught up with the burst, however slowly the server reads it', () => {
    const lead = createAudioLead();
    for (let second = 0; second < BURST_SECONDS; second += 1) lead.receive(1, second * 500);
    expect(lead.isAhead(26_900)).toBe(true);
    expect(lead.isAhead(27_100)).toBe(false);
  });

  it('is never ahead without audio', () => {
    expect(createAudioLead().isAhead(1e6)).toBe(false);
  });
});
