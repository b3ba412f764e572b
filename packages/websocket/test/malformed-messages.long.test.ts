import { expect, it } from 'vitest';
import { expectEachRefused } from './support/malformed-messages.ts';
import { pcm } from './support/pcm.ts';
import { connectReady } from './support/realtime-client.ts';
import { startRealtime } from './support/realtime-server.ts';

it('10 000 malformed messages each end in an ERROR and a close, and another session is not affected', {
  timeout: 600_000,
}, async () => {
  const { url, opened, slots } = await startRealtime({ sttConcurrency: 100 });
  const bystander = await connectReady(url);
  await expectEachRefused(url, 10_000);
  bystander.sendAudio(pcm([1, -1]));
  expect(await bystander.until('FINAL_RESULT')).toMatchObject({ text: 'hello' });
  await Promise.all(opened.slice(1).map(({ ended }) => ended));
  expect(slots.inUse('app-1')).toBe(1);
});
