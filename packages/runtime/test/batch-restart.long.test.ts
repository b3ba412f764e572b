import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseInput } from '@parlance/core/input';
import { systemClock } from '@parlance/core/platform';
import { batchSynthesisInput } from '@parlance/core/synthesis';
import { openStorage } from '@parlance/storage-sql';
import { deferred } from '@parlance/testkit';
import { expect, it } from 'vitest';
import { rowsOf } from '../../storage/test/ledger-rows.ts';
import { speechWithFakes } from './speech-with-fakes.ts';

/** Three minutes of audio: at this speed, audio is stored every two minutes. */
const TEXT = Array.from(
  { length: 40 },
  (_, index) => `This is sentence number ${index}, which lasts five seconds.`,
);

it('continues after a restart, on the embedded database, after the last stored part', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'parlance-restart-'));
  const open = () => openStorage({ dataFolder, clock: systemClock });
  const egress = {
    check: async () => undefined,
    deliver: async () => ({ durationMs: 1, status: 200, retryAfterMs: null, problem: null }),
    fetchRecording: async function* () {},
    close: async () => undefined,
  };

  const before = await open();
  const first = await speechWithFakes({
    speech: { storage: before, egress },
    // The last sentences are never spoken.
    synthesis: { script: { gate: (unit) => (unit < 36 ? undefined : new Promise<void>(() => undefined)) } },
  });
  const { app } = await first.speech.service.createApp({ name: 'app' });
  const progress = deferred();
  first.speech.on('synthesis-progress', () => progress.resolve());
  const [{ code = '' } = {}] = first.speaker.voices;
  const input = parseInput(batchSynthesisInput, {
    text: TEXT.join(' '),
    voiceCode: code,
    webhookUrl: 'https://receiver.example/hook',
  });
  const { answer } = await first.speech.service.submitSynthesis(input, app);
  await progress.promise;
  await first.speech.close();
  await before.close();

  const after = await open();
  const second = await speechWithFakes({ speech: { storage: after, egress } });
  const { record } = await second.speech.service.awaitSynthesis(answer.requestId, app);
  expect(record).toMatchObject({ status: 'COMPLETED', failedAttempts: 0, text: '' });
  expect(second.speaker.calls.length).toBeLessThan(TEXT.length - 20);
  expect(await rowsOf(after.records.ledger, app.appId)).toHaveLength(1);
  await second.speech.close();
  await after.close();
  await rm(dataFolder, { recursive: true });
});
