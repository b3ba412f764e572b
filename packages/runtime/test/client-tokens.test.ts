import { clientTokenInput } from '@parlance/core/administration';
import { parseInput } from '@parlance/core/input';
import type { SpeechService } from '@parlance/core/service';
import { batchSynthesisInput } from '@parlance/core/synthesis';
import { describe, expect, it } from 'vitest';
import { speechWithFakes, VOICE_CODES } from './speech-with-fakes.ts';

const MINUTE_MS = 60_000;
const UNAUTHORIZED = { code: 'UNAUTHORIZED' };
const FORBIDDEN = { code: 'FORBIDDEN' };

/** A service with its administration, which every service of the runtime has. */
async function openService() {
  const { speech } = await speechWithFakes();
  const { service } = speech;
  const { admin } = service;
  if (admin === undefined) return expect.unreachable('a service without administration');
  return { service, admin, [Symbol.asyncDispose]: () => speech.close() };
}

describe("the playground's token", () => {
  it('belongs to the oldest usable app that is named default, and to no other', async () => {
    await using opened = await openService();
    const { service, admin } = opened;
    await expect(admin.issuePlaygroundToken()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await service.createApp({ name: 'not the default' });
    await service.createApp({ name: 'Default' });
    await expect(admin.issuePlaygroundToken()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const first = await service.createApp({ name: 'default' });
    // Of two apps created in the same millisecond, either may count as the oldest.
    await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(Date.parse(first.app.createdAt));
    const second = await service.createApp({ name: 'default' });
    expect(await admin.issuePlaygroundToken()).toMatchObject({ appId: first.app.appId });
    await service.revokeApp(first.app.appId);
    expect(await admin.issuePlaygroundToken()).toMatchObject({ appId: second.app.appId });
  });

  it('is valid for live speech, for minutes, until the app is revoked', async () => {
    await using opened = await openService();
    const { service, admin } = opened;
    await service.createApp({ name: 'default' });
    const { appId, token, expiresAt } = await admin.issuePlaygroundToken();
    const livesMs = Date.parse(expiresAt) - Date.now();
    expect(livesMs).toBeGreaterThan(MINUTE_MS);
    expect(livesMs).toBeLessThanOrEqual(10 * MINUTE_MS);
    const caller = await service.authenticate({ token, appId, access: 'live' });
    expect(caller).toMatchObject({ appId, clientToken: { clientTokenId: expect.any(String) } });
    expect(await service.authenticateToken(token, 'live')).toMatchObject({
      appId,
      clientToken: { clientTokenId: expect.any(String) },
    });
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

/** An app, and its own token. */
async function openApp(service: SpeechService) {
  const { app, token } = await service.createApp({ name: 'app', expires: '7d' });
  const { appId, expiresAt } = app;
  return { appId, expiresAt, token, caller: await service.authenticate({ appId, token }) };
}

describe('a client token', () => {
  const input = parseInput(clientTokenInput, {});

  it('lasts as long as requested, ten minutes by default, and no longer than the token that it is made from', async () => {
    await using opened = await openService();
    const { service } = opened;
    const { caller } = await openApp(service);
    const lifeMs = async (options: object, by = caller): Promise<number> => {
      const wanted = parseInput(clientTokenInput, options);
      const { expiresAt } = await service.createClientToken(wanted, { caller: by });
      return Math.round((Date.parse(expiresAt) - Date.now()) / MINUTE_MS);
    };
    expect(await lifeMs({})).toBe(10);
    expect(await lifeMs({ expiresInSeconds: 3600 })).toBe(60);
    const soon = new Date(Date.now() + 5 * MINUTE_MS).toISOString();
    expect(await lifeMs({}, { ...caller, expiresAt: soon })).toBe(5);
    expect(await lifeMs({}, { ...caller, tokenExpiresAt: soon })).toBe(5);
  });

  it("is refused where the app's own token is needed, such as for issuing others", async () => {
    await using opened = await openService();
    const { service } = opened;
    const { appId, caller } = await openApp(service);
    const { token } = await service.createClientToken(input, { caller });
    const client = await service.authenticate({ appId, token, access: 'live' });
    expect(client.clientToken).toEqual({ clientTokenId: expect.any(String) });
    await expect(service.createClientToken(input, { caller: client })).rejects.toMatchObject(FORBIDDEN);
    await expect(service.authenticate({ appId, token })).rejects.toMatchObject(FORBIDDEN);
    await expect(service.authenticate({ appId: 'another', token, access: 'live' })).rejects.toMatchObject(
      UNAUTHORIZED,
    );
  });

  it('can be used as often as it allows, even with simultaneous uses', async () => {
    await using opened = await openService();
    const { service } = opened;
    const { appId, caller } = await openApp(service);
    const { token, maxUses } = await service.createClientToken({ ...input, maxUses: 3 }, { caller });
    expect(maxUses).toBe(3);
    const uses = await Promise.allSettled(
      Array.from({ length: 5 }, () => service.authenticate({ appId, token, access: 'live' })),
    );
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await expect(service.authenticateToken(token, 'live')).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'The client token has no uses left; its limit is 3.',
    });
  });

  it('is the same for a repeat with the same key', async () => {
    await using opened = await openService();
    const { service } = opened;
    const { appId, caller } = await openApp(service);
    const idempotency = { path: '/v1/client-tokens', key: 'one', bodyHash: 'hash' };
    const once = { ...input, maxUses: 1 };
    const first = await service.createClientToken(once, { caller, idempotency });
    const again = await service.createClientToken(once, { caller, idempotency });
    expect([first.isReplay, again.isReplay]).toEqual([false, true]);
    expect(again.expiresAt).toBe(first.expiresAt);
    await service.authenticate({ appId, token: first.token, access: 'live' });
    const repeated = service.authenticate({ appId, token: again.token, access: 'live' });
    await expect(repeated).rejects.toMatchObject(UNAUTHORIZED);
  });
});

describe('a token that is rotated', () => {
  const at = { graceSeconds: 0 };

  it('replaces the old one, which ends with the client tokens made from it', async () => {
    await using opened = await openService();
    const { service, admin } = opened;
    const { appId, expiresAt, token, caller } = await openApp(service);
    const client = await service.createClientToken(parseInput(clientTokenInput, {}), { caller });
    const by = { actor: 'token', sessionId: null, address: null } as const;
    const rotated = await service.rotateToken(appId, { ...at, by });
    expect(rotated).toMatchObject({ appId, expiresAt, oldTokenGoodUntil: null, isReplay: false });
    expect(await service.authenticate({ appId, token: rotated.token })).toMatchObject({ appId, expiresAt });
    await expect(service.authenticate({ appId, token })).rejects.toMatchObject(UNAUTHORIZED);
    await expect(service.authenticateToken(client.token, 'live')).rejects.toMatchObject(UNAUTHORIZED);
    const { items } = await admin.listActions({ limit: 1 });
    expect(items).toMatchObject([{ action: 'token-rotate', target: appId }]);
  });

  it('keeps the old one valid for the grace period', async () => {
    await using opened = await openService();
    const { service } = opened;
    const { appId, token } = await openApp(service);
    const rotated = await service.rotateToken(appId, { graceSeconds: 3600 });
    expect(Date.parse(rotated.oldTokenGoodUntil ?? '') - Date.now()).toBeGreaterThan(59 * MINUTE_MS);
    for (const good of [token, rotated.token]) await service.authenticate({ appId, token: good });
    await service.rotateToken(appId, at);
    for (const old of [token, rotated.token])
      await expect(service.authenticate({ appId, token: old })).rejects.toMatchObject(UNAUTHORIZED);
  });

  it('is the same for a repeat with the same key, as long as it is valid', async () => {
    await using opened = await openService();
    const { service } = opened;
    const { appId } = await openApp(service);
    const idempotency = { path: 'rotate', key: 'one', bodyHash: 'hash' };
    const first = await service.rotateToken(appId, { ...at, idempotency });
    const again = await service.rotateToken(appId, { ...at, idempotency });
    expect([first.isReplay, again.isReplay]).toEqual([false, true]);
    for (const { token } of [first, again]) await service.authenticate({ appId, token });
    await service.rotateToken(appId, at);
    await expect(service.rotateToken(appId, { ...at, idempotency })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
  });

  it('is not issued for an app that is revoked or unknown', async () => {
    await using opened = await openService();
    const { service } = opened;
    const { appId } = await openApp(service);
    await service.revokeApp(appId);
    await expect(service.rotateToken(appId, at)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(service.rotateToken('unknown', at)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
