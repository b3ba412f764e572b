import { SpeechError } from '@parlance/core/errors';
import type { ReportedRequest } from '@parlance/core/reports';
import type { WebhookDelivery } from '@parlance/core/requests';
import { describe, expect, it } from 'vitest';
import { ADMIN, startAdmin } from './support/admin.ts';
import { errorOf } from './support/test-server.ts';

const LINE: ReportedRequest = {
  requestId: 'request1',
  appId: 'app-1',
  type: 'synthesis',
  kind: 'batch',
  status: 'processing',
  createdAt: '2026-11-21T00:00:00.000Z',
  finishedAt: null,
  done: 250,
  total: 1000,
  error: null,
};

const DELIVERY: WebhookDelivery = {
  deliveryId: 'msg_request1_success',
  appId: 'app-1',
  requestId: 'request1',
  url: 'http://receiver.example/hook',
  body: { transcript: 'canary of what was said' },
  audioObjectName: 'results/canary.mp3',
  state: 'dead',
  attempts: [{ at: '2026-11-21T00:00:00.000Z', durationMs: 20, status: 500, problem: 'The answer was 500.' }],
  createdAt: '2026-11-21T00:00:00.000Z',
  nextAttemptAt: null,
  endedAt: '2026-11-21T00:00:01.000Z',
};

describe('GET /admin/v1/requests', () => {
  it('is a page of requests with their progress', async () => {
    const queries: unknown[] = [];
    const { get } = await startAdmin({
      listRequests: async (query) => {
        queries.push(query);
        return { items: [LINE], nextCursor: 'next' };
      },
    });
    const { done, total, ...shown } = LINE;
    const response = await get(
      '/requests?from=2026-11-20&to=2026-11-21&status=failed&appId=app-1&limit=5&cursor=c',
    );
    expect([response.status, await response.json()]).toEqual([
      200,
      { requests: [{ ...shown, progress: { done, total } }], nextCursor: 'next' },
    ]);
    await get('/requests');
    expect(queries).toEqual([
      {
        from: '2026-11-20T00:00:00.000Z',
        to: '2026-11-22T00:00:00.000Z',
        status: 'failed',
        appId: 'app-1',
        limit: 5,
        cursor: 'c',
      },
      { limit: 20 },
    ]);
  });

  it.each([
    ['status=done', /^status must be one of/],
    ['from=yesterday', /^from must be a date/],
    ['limit=0', /^limit must be an integer from 1 to 100/],
    ['limit=1&limit=2', /^limit must be/],
    ['cursor=', /^cursor must not be empty/],
  ])('refuses ?%s', async (query, message) => {
    const { get } = await startAdmin();
    const response = await get(`/requests?${query}`);
    expect(response.status).toBe(400);
    expect((await errorOf(response)).message).toMatch(message);
  });

  it('refuses a cursor that the service refuses', async () => {
    const { get } = await startAdmin({
      listRequests: async () => {
        throw new SpeechError('INVALID_INPUT', 'cursor is not one of this list.');
      },
    });
    expect((await get('/requests?cursor=x')).status).toBe(400);
  });
});

describe('GET /admin/v1/overview', () => {
  it('counts by status in the requested period', async () => {
    const queries: unknown[] = [];
    const counts = { processing: 1, success: 2, failed: 3 };
    const point = { at: '2026-11-21T08:00:00.000Z', synthesis: counts, transcription: counts };
    const rejected = [{ status: 401, code: 'UNAUTHORIZED', count: 3 }];
    const { get } = await startAdmin({
      overview: async (query) => {
        queries.push(query);
        return { synthesis: counts, transcription: counts, series: [point], rejected };
      },
    });
    const response = await get('/overview?from=2026-11-21T10:00:00%2B02:00&interval=hour');
    expect(await response.json()).toEqual({
      synthesis: counts,
      transcription: counts,
      series: [point],
      rejected,
    });
    expect(queries).toEqual([{ from: '2026-11-21T08:00:00.000Z', interval: 'hour' }]);
    expect((await get('/overview?interval=week')).status).toBe(400);
  });
});

describe('GET /admin/v1/webhooks', () => {
  it('lists deliveries with their attempts, without their bodies', async () => {
    const queries: unknown[] = [];
    const { get } = await startAdmin({
      listDeliveries: async (query) => {
        queries.push(query);
        return { items: [DELIVERY], nextCursor: null };
      },
    });
    const text = await (await get('/webhooks?appId=app-1&state=dead&limit=100')).text();
    const { body: _body, audioObjectName: _audioObjectName, ...shown } = DELIVERY;
    expect(JSON.parse(text)).toEqual({ deliveries: [shown], nextCursor: null });
    expect(text).not.toContain('canary');
    expect(queries).toEqual([{ appId: 'app-1', state: 'dead', limit: 100 }]);
  });

  it('refuses an unknown state', async () => {
    const { get } = await startAdmin();
    const response = await get('/webhooks?state=lost');
    expect([response.status, (await errorOf(response)).message]).toEqual([
      400,
      'state must be one of pending, delivered, dead; got "lost".',
    ]);
  });
});

describe('POST /admin/v1/webhooks/{id}/replay', () => {
  it('sends it again and shows it; an unknown one is 404', async () => {
    const { post } = await startAdmin({
      replayDelivery: async (deliveryId) => {
        if (deliveryId !== DELIVERY.deliveryId)
          throw new SpeechError('NOT_FOUND', 'There is no such delivery.');
        return { ...DELIVERY, state: 'pending', endedAt: null };
      },
    });
    const replayed = await post(`/webhooks/${DELIVERY.deliveryId}/replay`);
    expect([replayed.status, await replayed.json()]).toMatchObject([
      200,
      { deliveryId: DELIVERY.deliveryId, state: 'pending' },
    ]);
    const unknown = await post('/webhooks/nope/replay');
    expect([unknown.status, (await errorOf(unknown)).code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('reports', () => {
  it.each(['/requests', '/overview', '/webhooks'])('GET %s is only for the admin', async (path) => {
    const { url } = await startAdmin();
    for (const authorization of ['', `${ADMIN.authorization}2`]) {
      const response = await fetch(`${url}/admin/v1${path}`, { headers: { authorization } });
      expect(response.status).toBe(401);
    }
  });
});
