import type { EngineIncident } from '@parlance/core/engine';
import type { EngineIncidentCount } from '@parlance/core/service';
import type { SpeechEvents } from '../speech/speech-events.ts';

/** Counts the incidents of each engine from now on. @returns a function that returns the counts so far, in the order of each engine's first incident */
export function countIncidents(events: Pick<SpeechEvents, 'on'>): () => readonly EngineIncidentCount[] {
  const counts = new Map<string, EngineIncidentCount>();
  events.on('engine-incident', ({ engine, kind }: EngineIncident) => {
    const key = `${kind} ${engine}`;
    counts.set(key, { engine, kind, count: (counts.get(key)?.count ?? 0) + 1 });
  });
  return () => [...counts.values()];
}
