import type { Measurement } from '@parlance/core/service';
import type { SpeechEvents } from '../speech/speech-events.ts';

/** Tells whoever counts. */
export type Measure = (measurement: Measurement) => void;

export function measureTo(events: Pick<SpeechEvents, 'emit'>): Measure {
  return (measurement) => void events.emit('measurement', measurement);
}

/** @returns the milliseconds since it was called */
export function startTimer(): () => number {
  const startedMs = performance.now();
  return () => performance.now() - startedMs;
}
