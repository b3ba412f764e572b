import { batchSynthesisInput, parseInput } from '@parlance/core';
import { describe, expect, it } from 'vitest';
import { speechWithFakes, VOICE_CODES } from './speech-with-fakes.ts';

const MINUTE_MS = 60_000;
const UNAUTHORIZED = { code: 'UNAUTHORIZED' };
const FORBIDDEN = { code: 'FORBIDDEN' };

/** A service with an administration, which every service of the runtime has. */
async function openService() {
  const { speech } = await speechWithFakes();
  const { service } = speech;
  const { admin } = service;
  if (admin === undefined) return expect.unreachable('a service without administration');
  return { service, admin, [Symbol.asyncDispose]: () => speech.close() };
}

describe("the playground's token", () => {
  it('is of the oldest app in use that is named default, and of no other', async () => {
    await using opened = await openService();
    const { service, admin } = opened;
    await expect(admin.issuePlaygroundToken()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await service.createApp({ name: 'not the default' });
    await service.createApp({ name: 'Default' });
    await expect(admin.issuePlaygroundToken()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const first = await service.createApp({ name: 'default' });
    const second = await service.createApp({ name: 'default' });
    expect(await admin.issuePlaygroundToken()).toMatchObject({ appId: first.app.appId });
    await service.revokeApp(first.app.appId);
    expect(await admin.issuePlaygroundToken()).toMatchObject({ appId: second.app.appId });
  });

  it('is good for live speech, for minutes, until the app is revoked', async () => {
    await using opened = await openService();
    const { service, admin } = opened;
    await service.createApp({ name: 'default' });
    const { appId, token, expiresAt } = await admin.issuePlaygroundToken();
    const livesMs = Date.parse(expiresAt) - Date.now();
    expect(livesMs).toBeGreaterThan(MINUTE_MS);
    expect(livesMs).toBeLessThanOrEqual(10 * MINUTE_MS);
    const caller = await service.authenticate({ token, appId, access: 'live' });
    expect(caller).toMatchObject({ appId, isClient: true });
    expect(await service.authenticateToken(token, 'live')).toMatchObject({ appId, isClient: true });
    await expect(service.authenticate({ token, appId })).rejects.toMatchObject(FORBIDDEN);
    await expect(service.authenticateToken(token)).rejects.toMatchObject(FORBIDDEN);
    const input = parseInput(batchSynthesisInput, {
      text: 'Hello.',
      voiceCode: VOICE_CODES[0],
      webhookUrl: 'https://receiver.example/hook',
    });
    await expect(service.submitSynthesis(input, caller)).rejects.toMatchObject(FORBIDDEN);
    const recording = { url: 'https://files.example/speech.wav' };
    await expect(service.submitTranscription(recording, caller)).rejects.toMatchObject(FORBIDDEN);
    await service.revokeApp(appId);
    await expect(service.authenticate({ token, appId, access: 'live' })).rejects.toMatchObject(UNAUTHORIZED);
  });
});
