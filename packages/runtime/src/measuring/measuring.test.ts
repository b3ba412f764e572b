import { SpeechError } from '@parlance/core/errors';
import type { Egress, WebhookAnswer } from '@parlance/core/requests';
import type { Measurement } from '@parlance/core/service';
import type { AudioStore } from '@parlance/core/storage';
import { expect, it } from 'vitest';
import { measureAudio } from './measure-audio.ts';
import { measureEgress } from './measure-egress.ts';
import { measureHandlers } from './measure-jobs.ts';

function collected() {
  const told: Measurement[] = [];
  return { told, measure: (measurement: Measurement) => void told.push(measurement) };
}

const ANSWER: WebhookAnswer = { durationMs: 12, status: 200, retryAfterMs: null, problem: null };

it.each([
  [{}, 'delivered'],
  [{ status: 204 }, 'delivered'],
  [{ status: 302 }, 'refused'],
  [{ status: 500 }, 'refused'],
  [{ status: null, problem: 'unreachable' }, 'unanswered'],
  [{ status: null, deferMs: 15_000 }, 'deferred'],
])('reports an attempt that was answered with %j as %s', async (members, outcome) => {
  const { told, measure } = collected();
  const egress = { deliver: async () => ({ ...ANSWER, ...members }) } as unknown as Egress;
  await measureEgress(egress, measure).deliver({} as never);
  expect(told).toEqual([{ type: 'webhook-attempt', outcome, durationMs: 12 }]);
});

it('reports the outcome of each run of a job', async () => {
  const { told, measure } = collected();
  const stopping = new AbortController();
  const { synthesis } = measureHandlers(
    {
      async synthesis(id) {
        if (id === 'stopped') stopping.abort();
        if (id !== 'good') throw new SpeechError('STORAGE_FAILED', 'Away.');
      },
    },
    measure,
  );
  await synthesis?.('good', { starts: 1, signal: stopping.signal });
  await expect(synthesis?.('bad', { starts: 2, signal: stopping.signal })).rejects.toThrow('Away.');
  await expect(synthesis?.('stopped', { starts: 3, signal: stopping.signal })).rejects.toThrow('Away.');
  const durationMs = expect.any(Number);
  expect(told).toEqual([
    { type: 'job', kind: 'synthesis', outcome: 'done', durationMs, isRetry: false },
    { type: 'job', kind: 'synthesis', outcome: 'failed', durationMs, isRetry: true },
    { type: 'job', kind: 'synthesis', outcome: 'handed-back', durationMs, isRetry: true },
  ]);
});

it('reports each call of the audio store, and passes its errors on unchanged', async () => {
  const { told, measure } = collected();
  const audio = measureAudio(
    {
      remove: async () => undefined,
      async open() {
        throw new SpeechError('STORAGE_FAILED', 'Away.');
      },
    } as unknown as AudioStore,
    measure,
  );
  await audio.remove('results/a.mp3');
  await expect(audio.open('results/a.mp3')).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
  expect(audio.link).toBeUndefined();
  const durationMs = expect.any(Number);
  expect(told).toEqual([
    { type: 'audio-store-call', operation: 'remove', outcome: 'done', durationMs },
    { type: 'audio-store-call', operation: 'open', outcome: 'failed', durationMs },
  ]);
});
