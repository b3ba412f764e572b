import type { Measurement } from '@parlance/core/service';
import type { SpeechEvents } from '../speech/speech-events.ts';

/** Reports a measurement. */
export type Measure = (measurement: Measurement) => void;

export function measureTo(events: Pick<SpeechEvents, 'emit'>): Measure {
  return (measurement) => void events.emit('measurement', measurement);
}

/** @returns a function that returns the milliseconds since this call */
export function startTimer(): () => number {
  const startedMs = performance.now();
  return () => performance.now() - startedMs;
}
