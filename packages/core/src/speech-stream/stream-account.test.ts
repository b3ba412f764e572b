import { deferred, fakeVoice } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { SpeechError } from '../errors/speech-error.ts';
import type { LiveCredits, LiveEnd } from '../synthesis/live/live-credits.ts';
import { openStreamAccount } from './stream-account.ts';

const ENGINE_FAILED = new SpeechError('ENGINE_FAILED', 'A broken model.');

/** An account of an app that can pay for so many characters, and what was reserved and charged. */
function openAccount({ most = Number.POSITIVE_INFINITY, covered = () => Promise.resolve() } = {}) {
  const reserved: number[] = [];
  const ends: LiveEnd[] = [];
  const refusals: unknown[] = [];
  const ran: string[] = [];
  let left = most;
  const credits: Pick<LiveCredits, 'open'> = {
    open: ({ characters }) => ({
      covered: covered().then(() => {
        if (characters > left) throw new SpeechError('INSUFFICIENT_CREDIT', 'Too little is left.');
        left -= characters;
        reserved.push(characters);
      }),
      end: async (end) => void ends.push(end),
    }),
  };
  let ids = 0;
  const account = openStreamAccount(
    { credits, random: { id: () => `id${++ids}` } },
    {
      app: { appId: 'app1' },
      using: {
        voice: fakeVoice(),
        format: { container: 'pcm', sampleRateHz: 8000 },
        speed: 1,
      },
      onRefused: (error) => void refusals.push(error),
    },
  );
  const pay = (characters: number): void => account.pay(characters, () => void ran.push(`${characters}`));
  const settled = (): Promise<void> => new Promise(setImmediate);
  return { account, pay, settled, reserved, ends, refusals, ran };
}

describe('the account of a stream', () => {
  it('reserves blocks ahead, each twice as large as the one before', async () => {
    const { pay, settled, reserved, ran } = openAccount();
    for (let characters = 10; characters <= 2200; characters += 10) pay(characters);
    await settled();
    expect(reserved).toEqual([300, 600, 1200, 2400]);
    expect(ran).toHaveLength(220);
  });

  it('reserves no further block before one is exceeded', async () => {
    const { pay, settled, reserved } = openAccount();
    for (const characters of [299, 300]) pay(characters);
    await settled();
    expect(reserved).toEqual([300]);
    pay(301);
    await settled();
    expect(reserved).toEqual([300, 600]);
  });

  it('reserves no block of more than 4800 characters', async () => {
    const { pay, settled, reserved } = openAccount();
    for (let characters = 100; characters <= 20_000; characters += 100) pay(characters);
    await settled();
    expect(reserved).toEqual([300, 600, 1200, 2400, 4800, 4800, 4800, 4800]);
  });

  it('reserves all of a text that is longer than its block', async () => {
    const { pay, settled, reserved } = openAccount();
    pay(1000);
    pay(1001);
    await settled();
    expect(reserved).toEqual([1000, 600]);
  });

  it('reserves what is written when the app cannot pay for a whole block', async () => {
    const { pay, settled, reserved, refusals, ran } = openAccount({ most: 310 });
    for (const characters of [300, 305, 310, 311]) pay(characters);
    await settled();
    expect(reserved).toEqual([300, 5, 5]);
    expect(ran).toEqual(['300', '305', '310']);
    expect(refusals).toMatchObject([{ code: 'INSUFFICIENT_CREDIT' }]);
  });

  it('asks only once when the failure is another one', async () => {
    let asked = 0;
    const failure = new SpeechError('STORAGE_FAILED', 'The database does not answer.');
    const { pay, settled, refusals } = openAccount({
      covered: async () => {
        asked += 1;
        throw failure;
      },
    });
    pay(10);
    await settled();
    expect([asked, refusals]).toEqual([1, [failure]]);
  });

  it('pays for nothing after a failure, and tells of it once', async () => {
    const { pay, settled, refusals, ran } = openAccount({ most: 20 });
    for (const characters of [10, 30, 20, 40]) pay(characters);
    await settled();
    expect(ran).toEqual(['10']);
    expect(refusals).toHaveLength(1);
  });

  it('runs what follows after what is still being paid for', async () => {
    const gate = deferred();
    const { account, pay, settled, ran } = openAccount({ covered: () => gate.promise });
    pay(10);
    account.afterwards(() => void ran.push('afterwards'));
    pay(20);
    await settled();
    expect(ran).toEqual([]);
    gate.resolve();
    await settled();
    expect(ran).toEqual(['10', 'afterwards', '20']);
  });

  it.each([
    ['all of it', 1000, [300, 600, 100]],
    ['a part', 350, [300, 50, 0]],
    ['nothing', 0, [0, 0, 0]],
  ])('charges %s, block by block', async (_what, spokenCharacters, charged) => {
    const { account, pay, settled, ends } = openAccount();
    for (const characters of [300, 900, 1000]) pay(characters);
    await settled();
    await account.end({ spokenCharacters, characters: 1000, error: ENGINE_FAILED });
    expect(ends).toEqual(
      charged.map((spoken, block) => ({
        spokenCharacters: spoken,
        characters: [300, 600, 100][block],
        error: ENGINE_FAILED,
      })),
    );
  });

  it('pays for no text that waits when it ends', async () => {
    const gate = deferred();
    const { account, pay, settled, ran, ends, reserved } = openAccount({ covered: () => gate.promise });
    pay(10);
    pay(400);
    await settled();
    const ending = account.end({ spokenCharacters: 0, characters: 400 });
    gate.resolve();
    await ending;
    expect([reserved, ran, ends.length]).toEqual([[300], ['10'], 1]);
  });
});
