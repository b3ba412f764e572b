import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SpeechError } from '@parlance/core';
import type { OpenVariant, Sample } from '../runner/contract.ts';
import { type AcceptedRequest, ask, type Caller, startLoad } from './clients.ts';
import { startReceiver, type WebhookReceiver } from './receiver.ts';
import { type KillableService, prepareService } from './service-process.ts';
import { type JudgedRequest, judge } from './verdict.ts';

const KILLS = Number(process.env.PARLANCE_CRASH_KILLS ?? 100);
/** After it is ready the service lives this long, drawn anew each time: from its first moments to steady work. */
const LIFE_MS = { min: 50, max: 4000 };
const GRANTED = { credits: '10000000', seconds: '1000000' };
const ENDS_WITHIN_MS = 15 * 60_000;
const ASK_EVERY_MS = 1000;
const RECORDED_TEXT = 'This is a recording that somebody left on the machine.';

/** @param environment of the variant; @param close frees what the variant brought up for it */
export async function openKillUnderLoad(
  environment: Readonly<Record<string, string>>,
  close: () => Promise<void> = async () => undefined,
): Promise<OpenVariant> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-crash-safety-'));
  const service = await prepareService(folder, environment);
  const receiver = await startReceiver();
  await service.start();
  return {
    measure: () => killUnderLoad(service, receiver),
    async close() {
      await service.stop();
      await receiver.close();
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function killUnderLoad(
  service: KillableService,
  receiver: WebhookReceiver,
): Promise<readonly Sample[]> {
  const caller = await createCaller(service);
  const recording = await record(caller);
  const load = startLoad({ caller, webhookUrl: receiver.url, recording });
  const recoveries: Sample[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    await delay(LIFE_MS.min + Math.random() * (LIFE_MS.max - LIFE_MS.min));
    await service.kill();
    recoveries.push({ values: { recoverySeconds: (await service.start()) / 1000 } });
  }
  await load.end();
  const requests = await untilAllEnded(caller, load.accepted);
  await untilAllDelivered(requests, receiver);
  const { credits, seconds } = await balances(service, caller);
  const faults = judge({
    requests,
    webhooks: receiver.webhooks,
    granted: GRANTED,
    left: { credits, seconds },
  });
  const countOf = (kind: JudgedRequest['kind']): number =>
    requests.filter((request) => request.kind === kind).length;
  const counts = {
    kills: KILLS,
    syntheses: countOf('synthesis'),
    transcriptions: countOf('transcription'),
    resubmitted: load.resubmitted(),
    webhookPosts: receiver.webhooks.length,
  };
  return [...recoveries, { values: { ...faults, ...counts } }];
}

async function createCaller({ url, adminToken }: KillableService): Promise<Caller> {
  const answer = await fetch(`${url}/admin/v1/apps`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'crash-safety',
      credits: Number(GRANTED.credits),
      seconds: Number(GRANTED.seconds),
    }),
  });
  const { appId, token } = (await answer.json()) as { appId: string; token: string };
  if (!answer.ok) throw new SpeechError('INTERNAL', `No app could be created: ${answer.status}.`);
  return { url, headers: { authorization: `Bearer ${token}`, 'app-id': appId } };
}

/** Has the service speak what it will be given to transcribe. The credits of it are given back by its own account below. */
async function record({ url, headers }: Caller) {
  const answer = await fetch(`${url}/v1/tts`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'sync', voiceCode: 'slt', outputFormat: 'wav', text: RECORDED_TEXT }),
  });
  const wav = new Uint8Array(await answer.arrayBuffer());
  if (!answer.ok) throw new SpeechError('INTERNAL', `No recording could be made: ${answer.status}.`);
  const bytesPerSecond = new DataView(wav.buffer).getUint32(28, true);
  return { wav, seconds: Math.ceil((wav.byteLength - 44) / bytesPerSecond) };
}

async function untilAllEnded(
  caller: Caller,
  accepted: readonly AcceptedRequest[],
): Promise<readonly JudgedRequest[]> {
  const deadlineMs = performance.now() + ENDS_WITHIN_MS;
  const judged: JudgedRequest[] = [];
  for (const request of accepted) {
    const isSynthesis = request.kind === 'synthesis';
    let answer = await ask(caller, request.id, isSynthesis);
    while (
      (answer.status === 'PENDING' || answer.status === 'PROCESSING') &&
      performance.now() < deadlineMs
    ) {
      await delay(ASK_EVERY_MS);
      answer = await ask(caller, request.id, isSynthesis);
    }
    judged.push({
      ...request,
      status: answer.status,
      isAudioReadable: answer.audioLink !== undefined && (await isWholeWav(answer.audioLink)),
    });
  }
  return judged;
}

/** Whether the header's sizes are those of the file, and there is speech behind it. */
async function isWholeWav(link: string): Promise<boolean> {
  const answer = await fetch(link);
  const wav = await answer.arrayBuffer();
  if (!answer.ok || wav.byteLength <= 44) return false;
  return new DataView(wav).getUint32(4, true) + 8 === wav.byteLength;
}

async function untilAllDelivered(
  requests: readonly JudgedRequest[],
  { webhooks }: WebhookReceiver,
): Promise<void> {
  const deadlineMs = performance.now() + ENDS_WITHIN_MS;
  const ended = requests.filter(({ status }) => status === 'COMPLETED' || status === 'FAILED');
  const isDelivered = (): boolean => {
    const accepted = new Set(
      webhooks.filter(({ wasAccepted }) => wasAccepted).map(({ requestId }) => requestId),
    );
    return ended.every(({ id }) => accepted.has(id));
  };
  while (!isDelivered() && performance.now() < deadlineMs) await delay(ASK_EVERY_MS);
}

async function balances({ url, adminToken }: KillableService, { headers }: Caller) {
  const answer = await fetch(`${url}/admin/v1/apps/${headers['app-id']}`, {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  const { credits, seconds } = (await answer.json()) as { credits: string; seconds: string };
  // The one recording that the benchmark had made for itself.
  return { credits: String(Number(credits) + [...RECORDED_TEXT].length), seconds: String(seconds) };
}
