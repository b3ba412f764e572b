import { parseClientMessage, type ServerMessage, type SessionOutlet } from '@parlance/core/session';
import { deferred } from '@parlance/testkit';
import { expect, it } from 'vitest';
import { speechWithFakes } from './speech-with-fakes.ts';

const CONFIG = { sampleRateHertz: 16_000, sampleSizeByte: 2, channel: 1 };

/** A connection that records its messages. */
function recordingOutlet() {
  const messages: ServerMessage[] = [];
  const ready = deferred();
  const closed = deferred<number>();
  const outlet: SessionOutlet = {
    send(message) {
      messages.push(message);
      if (message.type === 'READY') ready.resolve();
    },
    close: (code) => closed.resolve(code),
    pause: () => undefined,
    resume: () => undefined,
  };
  return { messages, outlet, ready: ready.promise, closed: closed.promise };
}

/** Half a second of silence as WAV. */
function silentWav(): Uint8Array {
  const data = Buffer.alloc(16_000);
  const header = Buffer.from('RIFF....WAVEfmt ....................data....', 'latin1');
  header.writeUInt32LE(36 + data.length, 4);
  header.writeUInt32LE(16, 16);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    header.writeUInt16LE(value, at);
  header.writeUInt32LE(16_000, 24);
  header.writeUInt32LE(32_000, 28);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

it('shares the slots of an app between sessions and live transcription', async () => {
  await using speech = (await speechWithFakes()).speech;
  const { app, token } = await speech.service.createApp({ name: 'app', sttConcurrency: 1 });
  const credentials = { token, appId: app.appId };
  const first = recordingOutlet();
  const session = speech.service.openSession(credentials, first.outlet);
  session.receive(parseClientMessage(JSON.stringify({ type: 'STREAMING_CONFIG', config: CONFIG })));
  await first.ready;
  await expect(speech.service.transcribeShortBytes(silentWav(), app)).rejects.toMatchObject({
    code: 'RECOGNITION_CONCURRENCY_EXCEEDED',
  });
  const second = recordingOutlet();
  speech.service.openSession(credentials, second.outlet);
  expect(await second.closed).toBe(1013);
  expect(second.messages).toMatchObject([{ type: 'ERROR', code: 'STT_MAX_CCR_REACHED' }]);
  session.leave();
  await session.ended;
  expect(await speech.service.transcribeShortBytes(silentWav(), app)).toMatchObject({
    answer: { status: 'COMPLETED' },
  });
});

it('refuses the token of a revoked app', async () => {
  const { speech } = await speechWithFakes();
  const { app, token } = await speech.service.createApp({ name: 'app' });
  await speech.service.revokeApp(app.appId);
  const { outlet, closed, messages } = recordingOutlet();
  speech.service.openSession({ token, appId: app.appId }, outlet);
  expect(await closed).toBe(1008);
  expect(messages).toMatchObject([{ type: 'ERROR', code: 'UNAUTHORIZED', stage: 'AUTHENTICATING' }]);
  await speech.close();
});
