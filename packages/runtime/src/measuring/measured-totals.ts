import type { Measurement } from '@parlance/core/service';
import type { NodeReport } from '@parlance/core/storage';
import type { SpeechEvents } from '../speech/speech-events.ts';

type Totals = Pick<NodeReport, 'endedSessions' | 'refusals' | 'webhookAttempts' | 'audioStore' | 'leases'> & {
  readonly connectionWait: { readonly meanMs: number | null; readonly maxMs: number | null };
};

/** Adds up all measurements from now on. @returns a function that returns the sums so far */
export function addUpMeasurements(events: Pick<SpeechEvents, 'on'>): () => Totals {
  const [endedSessions, refusals, webhookAttempts] = [createTally(), createTally(), createTally()];
  const leases = { held: 0, renewed: 0, lost: 0 };
  const [audio, connections] = [createTimes(), createTimes()];
  let failedAudioCalls = 0;
  const add = (measured: Measurement): void => {
    switch (measured.type) {
      case 'session-end':
        endedSessions.add(measured.errorCode ?? 'none');
        return;
      case 'refusal':
        refusals.add(measured.code);
        return;
      case 'webhook-attempt':
        webhookAttempts.add(measured.outcome);
        return;
      case 'audio-store-call':
        if (measured.outcome === 'failed') failedAudioCalls += 1;
        audio.add(measured.durationMs);
        return;
      case 'connection-wait':
        connections.add(measured.waitMs);
        return;
      case 'leases': {
        const { change, count } = measured;
        if (change === 'renewed') leases.renewed += count;
        if (change === 'lost') leases.lost += count;
        if (change === 'taken') leases.held += count;
        if (change === 'released' || change === 'lost') leases.held -= count;
      }
    }
  };
  events.on('measurement', add);
  return () => ({
    endedSessions: endedSessions.counts(),
    refusals: refusals.counts(),
    webhookAttempts: webhookAttempts.counts(),
    audioStore: { calls: audio.count(), failed: failedAudioCalls, meanMs: audio.meanMs() },
    leases: { ...leases },
    connectionWait: { meanMs: connections.meanMs(), maxMs: connections.maxMs() },
  });
}

function createTally() {
  const counts = new Map<string, number>();
  return {
    add: (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1),
    counts: (): Readonly<Record<string, number>> => Object.fromEntries(counts),
  };
}

function createTimes() {
  let [count, sumMs, longestMs] = [0, 0, 0];
  return {
    add(durationMs: number): void {
      count += 1;
      sumMs += durationMs;
      longestMs = Math.max(longestMs, durationMs);
    },
    count: () => count,
    meanMs: () => (count === 0 ? null : sumMs / count),
    maxMs: () => (count === 0 ? null : longestMs),
  };
}
