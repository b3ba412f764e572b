import { randomBytes } from 'node:crypto';
import type { Call } from '@parlance/telephony';
import { deferred, seededRandom } from '@parlance/testkit';
import { expect, it } from 'vitest';
import { expiredToken } from '../../../test/service/short-life.ts';
import { type CallServer, dial, serveCalls, silence, voice } from './support/twilio-caller.ts';

/** Fails if a call is answered that should be refused. */
const nobody = (): never => {
  throw new Error('A call was answered that should have been refused.');
};

async function tokenOf(
  { service }: CallServer,
  kind: 'wrong' | 'missing' | 'revoked' | 'expired' | 'admin',
): Promise<object> {
  if (kind === 'missing') return {};
  if (kind === 'expired') return { token: await expiredToken(service) };
  if (kind !== 'revoked') return { token: kind };
  const { app, token } = await service.createApp({ name: 'gone' });
  await service.revokeApp(app.appId);
  return { token };
}

it.each(['wrong', 'missing', 'revoked', 'expired'] as const)(
  'refuses a call whose token is %s',
  async (kind) => {
    await using server = await serveCalls({ onCall: nobody });
    const parameters = await tokenOf(server, kind);
    const caller = dial(server);
    caller.start({ ...parameters, greeting: 'Hello.' });
    caller.speak(voice(1));
    expect(await caller.closed).toEqual({
      code: 1008,
      reason: 'UNAUTHORIZED: The token of the call is missing, invalid or expired.',
    });
    expect(caller.messages).toEqual([]);
    await expect.poll(() => server.endpoint.sessions).toBe(0);
  },
);

it('ends a call within seconds when its app is revoked', async () => {
  const answered = deferred<Call>();
  const ended = deferred<unknown>();
  await using server = await serveCalls({
    onCall(call) {
      answered.resolve(call);
      return { onEnd: ({ error }) => ended.resolve(error?.code) };
    },
  });
  const caller = dial(server);
  caller.start({ token: server.token });
  await answered.promise;
  await server.service.revokeApp(server.app.appId);
  expect((await caller.closed).code).toBe(1008);
  expect(await ended.promise).toBe('UNAUTHORIZED');
});

it('refuses a call above the limit of its app, and accepts one when the other has ended', async () => {
  await using server = await serveCalls({ app: { sttConcurrency: 1 } });
  const first = dial(server);
  first.start({ token: server.token, greeting: 'Hello.' });
  await first.until('media');
  const second = dial(server);
  second.start({ token: server.token });
  const { code, reason } = await second.closed;
  expect([code, reason.split(':')[0]]).toEqual([1013, 'STT_MAX_CCR_REACHED']);
  first.send('stop');
  await first.closed;
  const third = dial(server);
  third.start({ token: server.token, greeting: 'Hello.' });
  await third.until('media');
});

it('refuses calls above its own limit, with the reason', async () => {
  await using server = await serveCalls({ maxCalls: 1 });
  const first = dial(server);
  first.start({ token: server.token, greeting: 'Hello.' });
  await first.until('media');
  expect(await dial(server).closed).toEqual({
    code: 1013,
    reason: "The server's limit of 1 sessions is reached.",
  });
});

it.each([
  ['media before start', () => JSON.stringify({ event: 'media', media: { track: 'inbound', payload: '' } })],
  ['no JSON', () => '{'],
  ['no object', () => '7'],
  ['no event', () => '{}'],
])('refuses %s', async (_what, content) => {
  await using server = await serveCalls({ onCall: nobody });
  const caller = dial(server);
  caller.raw(content());
  const { code, reason } = await caller.closed;
  expect([code, reason]).toEqual([1008, expect.stringMatching(/^INVALID_INPUT: /)]);
});

it.each([
  [{ webhookUrl: 'nowhere' }, 'webhookUrl must be an http or https address'],
  [{ bargeIn: 'perhaps' }, 'bargeIn must be "true" or "false"'],
  [{ language: 'no language' }, 'language must be a language'],
])('refuses the parameters %o with the reason', async (parameters, reason) => {
  await using server = await serveCalls({ onCall: nobody });
  const caller = dial(server);
  caller.start({ token: server.token, ...parameters });
  expect((await caller.closed).reason).toContain(reason);
});

it('refuses audio in another format, with the accepted one', async () => {
  await using server = await serveCalls({ onCall: nobody });
  const caller = dial(server);
  caller.start({ token: server.token }, { encoding: 'audio/l16', sampleRate: 16_000 });
  expect((await caller.closed).reason).toContain('start.mediaFormat.encoding must be audio/x-mulaw');
});

it('ends a call whose greeting cannot be synthesized, with the reason', async () => {
  await using server = await serveCalls();
  const caller = dial(server);
  caller.start({ token: server.token, greeting: 'Hello.', voiceCode: 'nobody' });
  expect((await caller.closed).reason).toMatch(/^VOICE_NOT_FOUND: /);
});

it.each(['throws', 'rejects'])('ends a call whose program %s, and logs the reason', async (how) => {
  const logged: object[] = [];
  const fault = new Error('A fault of the program.');
  await using server = await serveCalls({
    logger: { info: (facts) => void logged.push(facts) },
    onCall: () => ({
      onDigit: () => {
        if (how === 'throws') throw fault;
        return Promise.reject(fault);
      },
    }),
  });
  const caller = dial(server);
  caller.start({ token: server.token });
  caller.send('dtmf', { dtmf: { digit: '1' } });
  const { code, reason } = await caller.closed;
  expect([code, reason.split(':')[0]]).toEqual([1013, 'INTERNAL']);
  expect(logged[0]).toMatchObject({ err: fault });
});

it('closes connections that do not start a call', async () => {
  await using server = await serveCalls({ onCall: nobody });
  const { code, reason } = await dial(server).closed;
  expect([code, reason]).toEqual([1008, 'INVALID_INPUT: The call did not start within 5 seconds.']);
});

/** A message that is broken at random, by a seed. */
function brokenMessage(random: () => number): string | Buffer {
  const whole = JSON.stringify({
    event: 'media',
    media: { track: 'inbound', payload: Buffer.from(voice(0.02)).toString('base64') },
  });
  const at = Math.floor(random() * whole.length);
  const ways = [
    () => whole.slice(0, at),
    () => `${whole.slice(0, at)}${String.fromCharCode(Math.floor(random() * 0xffff))}${whole.slice(at)}`,
    () =>
      whole.replace('media', ['start', 'stop', 'mark', 'dtmf', '__proto__'][Math.floor(random() * 5)] ?? ''),
    () => whole.replace('"payload":"', '"payload":"='),
    () => JSON.stringify({ event: random() < 0.5 ? 1 : null }),
    () => randomBytes(Math.floor(random() * 200)),
  ];
  return (ways[Math.floor(random() * ways.length)] ?? (() => whole))();
}

it('survives 1,000 broken messages, and releases all of their resources', async () => {
  await using server = await serveCalls({ app: { sttConcurrency: 40 } });
  const random = seededRandom();
  for (let round = 0; round < 50; round++) {
    const callers = Array.from({ length: 20 }, () => {
      const caller = dial(server);
      if (random() < 0.7) caller.start({ token: server.token, greeting: random() < 0.3 ? 'Hello.' : '' });
      caller.raw(brokenMessage(random));
      caller.send('stop');
      return caller;
    });
    await Promise.all(
      callers.map(async (caller) => {
        caller.socket.once('message', () => caller.socket.close());
        await Promise.race([caller.closed, caller.until('media').catch(() => undefined)]);
        caller.socket.close();
        await caller.closed;
      }),
    );
  }
  await expect.poll(() => server.endpoint.sessions).toBe(0);
  await expect.poll(() => server.openSessions()).toBe(0);
  const after = dial(server);
  after.start({ token: server.token, greeting: 'Hello.' });
  await after.until('media');
  after.speak(silence(0.1));
  after.send('stop');
  expect((await after.closed).code).toBe(1000);
});
