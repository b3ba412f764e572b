import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAudioLead } from './audio-lead.ts';

const BURST_SECONDS = 30;

describe('createAudioLead', () => {
  it('never takes speech at its own pace for a burst, whatever its chunks and however they are delayed by up to two seconds', () => {
    const chunkMs = fc.integer({ min: 10, max: 900 });
    const delayMs = fc.integer({ min: 0, max: 2000 });
    fc.assert(
      fc.property(fc.array(fc.record({ chunkMs, delayMs }), { maxLength: 100 }), (chunks) => {
        const lead = createAudioLead();
        let spokenMs = 0;
        let nowMs = 0;
        for (const chunk of chunks) {
          spokenMs += chunk.chunkMs;
          nowMs = Math.max(nowMs, spokenMs + chunk.delayMs);
          lead.receive(chunk.chunkMs / 1000, nowMs);
          expect(lead.isAhead(nowMs)).toBe(false);
        }
      }),
    );
  });

  it('knows any audio that comes at twice the pace of speech after six seconds of it', () => {
    fc.assert(
      fc.property(fc.double({ min: 2.01, max: 1000, noNaN: true }), (pace) => {
        const lead = createAudioLead();
        for (let second = 1; second <= BURST_SECONDS; second += 1) lead.receive(1, (second / pace) * 1000);
        expect(lead.isAhead((BURST_SECONDS / pace) * 1000)).toBe(true);
      }),
    );
  });

  it('forgives a microphone that was cut off for three seconds, and no longer', () => {
    const lead = createAudioLead();
    lead.receive(1, 0);
    lead.receive(3, 4000);
    expect(lead.isAhead(4000)).toBe(false);
    lead.receive(0.1, 4000);
    expect(lead.isAhead(4000)).toBe(true);
  });

  it('takes whoever speaks on after a burst for live again', () => {
    const lead = createAudioLead();
    lead.receive(BURST_SECONDS, 0);
    expect(lead.isAhead(17_900)).toBe(true);
    expect(lead.isAhead(18_100)).toBe(false);
    lead.receive(BURST_SECONDS, 30_000);
    for (let second = 1; second <= 60; second += 1) lead.receive(1, 30_000 + second * 1000);
    expect(lead.isAhead(90_000)).toBe(false);
  });
});
