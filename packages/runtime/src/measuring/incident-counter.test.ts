import { expect, it } from 'vitest';
import { createSpeechEvents } from '../speech/speech-events.ts';
import { countIncidents } from './incident-counter.ts';

it('counts by engine and kind', () => {
  const events = createSpeechEvents();
  const counts = countIncidents(events);
  const incidents = [
    { engine: 'joe', kind: 'worker-died' },
    { engine: 'tiny', kind: 'worker-died' },
    { engine: 'joe', kind: 'worker-died' },
    { engine: 'joe', kind: 'worker-restarted' },
  ] as const;
  for (const incident of incidents)
    events.emit('engine-incident', { ...incident, message: 'It was killed.' });
  expect(counts()).toEqual([
    { engine: 'joe', kind: 'worker-died', count: 2 },
    { engine: 'tiny', kind: 'worker-died', count: 1 },
    { engine: 'joe', kind: 'worker-restarted', count: 1 },
  ]);
});
