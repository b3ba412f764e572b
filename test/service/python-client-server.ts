import { createSpeechServer } from '@parlance/http';
import { createSpeech } from '@parlance/runtime';
import { evenAligner, fakeEngines } from '@parlance/testkit';
import { createRealtimeEndpoint, createSpeechStreamEndpoint } from '@parlance/websocket';
import { expect, vi } from 'vitest';

const VOICES: [string, ...string[]] = ['one', 'two', 'three', 'four', 'five'];
const EXPIRY_MS = 1000;
const EXPIRY_TIMEOUT_MS = 60_000;

/** A server on fake engines for the tests of `packages/client-python`, with apps of each kind. */
export async function servePythonClient() {
  const { options } = fakeEngines({
    voiceCodes: VOICES,
    recognition: { script: { hear: () => 'one two three' } },
    alignment: evenAligner(),
  });
  const address = Promise.withResolvers<string>();
  const speech = await createSpeech({
    ...options,
    realtimeVoices: VOICES,
    allowNetworks: ['127.0.0.1/32'],
    publicUrl: address.promise,
  });
  const { service } = speech;
  const expiresAt = new Date(Date.now() + EXPIRY_MS).toISOString();
  const expired = await service.createApp({ name: 'expired', expiresAt });
  await speech.warm();
  const server = await createSpeechServer({ service, adminToken: 'a'.repeat(32) });
  const endpoints = [createRealtimeEndpoint({ service }), createSpeechStreamEndpoint({ service })];
  for (const endpoint of endpoints) endpoint.attach(server.fastify.server);
  const { url } = await server.listen({ port: 0 });
  address.resolve(url);
  const { app, token } = await service.createApp({ name: 'python' });
  const revoked = await service.createApp({ name: 'revoked' });
  await service.revokeApp(revoked.app.appId);
  const broke = await service.createApp({ name: 'broke', seconds: '0' });
  const single = await service.createApp({ name: 'single', ttsConcurrency: 1, sttConcurrency: 1 });
  const poor = await service.createApp({ name: 'poor', credits: '1', seconds: '1' });
  const credentials = (created: typeof poor) => [created.app.appId, created.token];
  await vi.waitFor(
    () => expect(service.authenticate({ token: expired.token, appId: expired.app.appId })).rejects.toThrow(),
    { timeout: EXPIRY_TIMEOUT_MS },
  );
  return {
    /** As the tests' `conftest.py` reads it. */
    description: JSON.stringify({
      url,
      appId: app.appId,
      token,
      webhookSecret: app.webhookSecret,
      expired: credentials(expired),
      revoked: credentials(revoked),
      poor: credentials(poor),
      broke: credentials(broke),
      single: credentials(single),
    }),
    async [Symbol.asyncDispose]() {
      await Promise.all(endpoints.map((endpoint) => endpoint.close()));
      await server.close();
      await speech.close();
    },
  };
}
