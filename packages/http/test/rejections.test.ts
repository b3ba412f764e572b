import { SpeechError } from '@parlance/core/errors';
import { describe, expect, it } from 'vitest';
import { fakeService } from './support/fake-service.ts';
import { postJson, startServer } from './support/test-server.ts';

const GOOD = { text: 'Hello', mode: 'sync', voiceCode: 'voice-00' };

describe('refused calls', () => {
  it('are counted by status and reason, and nothing else is', async () => {
    const counted: [number, string][] = [];
    const { url } = await startServer({
      adminToken: 'admin-token',
      service: fakeService({
        countRejection: (status, code) => counted.push([status, code]),
        synthesizeLive: async ({ text }) => {
          if (text === 'busy') throw new SpeechError('SYNTHESIS_CONCURRENCY_EXCEEDED', 'Too many.');
          throw new SpeechError('INTERNAL', 'A fault of ours.');
        },
      }),
    });
    const end = async (answer: Promise<Response>): Promise<void> => void (await (await answer).text());
    await end(postJson(`${url}/v1/tts`, GOOD, { authorization: 'Bearer wrong' }));
    await end(postJson(`${url}/v1/tts`, { ...GOOD, speed: 9 }));
    await end(postJson(`${url}/v1/tts`, { ...GOOD, text: 'busy' }));
    await end(fetch(`${url}/v1/tts`, { method: 'DELETE' }));
    // No refusals of callers: a failure of ours, an operator's error, an address of nobody, an answer.
    await end(postJson(`${url}/v1/tts`, { ...GOOD, text: 'fault' }));
    await end(fetch(`${url}/admin/v1/apps`));
    await end(fetch(`${url}/nowhere`));
    await end(fetch(`${url}/healthz`));
    await expect
      .poll(() => counted)
      .toEqual([
        [401, 'UNAUTHORIZED'],
        [400, 'INVALID_INPUT'],
        [429, 'SYNTHESIS_CONCURRENCY_EXCEEDED'],
        [405, 'METHOD_NOT_ALLOWED'],
      ]);
  });
});
