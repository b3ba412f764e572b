import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { OpenVariant } from '../runner/contract.ts';
import type { Sample } from '../runner/sample.ts';
import { ask, balancesOf, type Caller, createCaller, speakShort } from '../service/caller.ts';
import { type KillableService, prepareService } from '../service/service-process.ts';
import { type AcceptedRequest, startLoad } from './clients.ts';
import { startReceiver, type WebhookReceiver } from './receiver.ts';
import {
  type CheckedRequest,
  type COUNT_TITLES,
  type FaultName,
  findFaults,
  undelivered,
} from './verdict.ts';

/** From its first answer the service lives this long, drawn each time: from the loading of its models to steady work. */
const LIFE_MS = { min: 50, max: 8000 };
const GRANTED = { credits: 10_000_000, seconds: 1_000_000 };
const ENDS_WITHIN_MS = 15 * 60_000;
const ASK_EVERY_MS = 1000;
/** A process that reads sources starts twice as fast with it, and there is a start for each kill. */
const COMPILED = fileURLToPath(import.meta.resolve('../../node_modules/.cache/parlance-compiled'));
const RECORDED_TEXT = 'This is a recording that somebody left on the machine.';

export interface KillOptions {
  readonly kills: number;
  /** Of the service. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Told after each restart of how many kills there were. */
  readonly onKill?: ((kills: number) => void) | undefined;
  /** There are no more kills after this long under load, however many were asked for. Absent: it takes what it takes. */
  readonly forMs?: number | undefined;
  /** Frees what was brought up for it. */
  readonly close?: () => Promise<void>;
}

export async function openKillUnderLoad({
  kills,
  environment = {},
  onKill,
  forMs,
  close,
}: KillOptions): Promise<OpenVariant> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-crash-safety-'));
  const service = await prepareService(folder, { NODE_COMPILE_CACHE: COMPILED, ...environment });
  const receiver = await startReceiver();
  const end = async (): Promise<void> => {
    await service.stop();
    await receiver.close();
    await close?.();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await service.start('answers');
  } catch (error) {
    // The caller has no variant yet that it could close.
    await end();
    throw error;
  }
  return { measure: () => killUnderLoad(service, receiver, { kills, onKill, forMs }), close: end };
}

async function killUnderLoad(
  service: KillableService,
  receiver: WebhookReceiver,
  { kills, onKill, forMs = Number.POSITIVE_INFINITY }: Pick<KillOptions, 'kills' | 'onKill' | 'forMs'>,
): Promise<readonly Sample[]> {
  const recoveries: Sample[] = [];
  const values = await findUnderLoad(service, receiver, async () => {
    const endsAtMs = performance.now() + forMs;
    while (recoveries.length < kills && performance.now() < endsAtMs) {
      await delay(LIFE_MS.min + Math.random() * (LIFE_MS.max - LIFE_MS.min));
      await service.kill();
      recoveries.push({ values: { recoverySeconds: (await service.start('answers')) / 1000 } });
      onKill?.(recoveries.length);
    }
  });
  return [...recoveries, { values: { kills: recoveries.length, ...values } }];
}

/** Where a service is asked; it may be several behind a proxy. */
type Front = Pick<KillableService, 'url' | 'adminToken'>;

/**
 * Keeps a service busy while it is disturbed, lets all work end, and holds what the clients noted against the service.
 *
 * @param disturb resolves when the load may end
 * @returns how often each fault was found, and what was done
 */
export async function findUnderLoad(
  service: Front,
  receiver: WebhookReceiver,
  disturb: () => Promise<void>,
): Promise<Readonly<Record<FaultName | keyof typeof COUNT_TITLES, number>>> {
  const caller = await createCaller(service, GRANTED);
  const recording = await record(caller);
  const load = startLoad({ caller, webhookUrl: receiver.url, recording });
  await disturb();
  await load.end();
  const requests = await untilAllEnded(caller, load.accepted);
  const missing = await untilAllDelivered(requests, receiver);
  for (const { id } of missing) process.stderr.write(`No webhook came: ${await reportOf(service, id)}\n`);
  const { credits, seconds } = await balances(service, caller);
  const faults = findFaults({
    requests,
    webhooks: receiver.webhooks,
    granted: { credits: String(GRANTED.credits), seconds: String(GRANTED.seconds) },
    left: { credits, seconds },
  });
  const countOf = (kind: CheckedRequest['kind']): number =>
    requests.filter((request) => request.kind === kind).length;
  return {
    ...faults,
    syntheses: countOf('synthesis'),
    transcriptions: countOf('transcription'),
    resubmitted: load.resubmitted(),
    webhookPosts: receiver.webhooks.length,
  };
}

/** Has the service speak what it will be given to transcribe. */
async function record(caller: Caller) {
  const wav = await speakShort(caller, RECORDED_TEXT);
  const bytesPerSecond = new DataView(wav.buffer).getUint32(28, true);
  return { wav, seconds: Math.ceil((wav.byteLength - 44) / bytesPerSecond) };
}

async function untilAllEnded(
  caller: Caller,
  accepted: readonly AcceptedRequest[],
): Promise<readonly CheckedRequest[]> {
  const deadlineMs = performance.now() + ENDS_WITHIN_MS;
  const checked: CheckedRequest[] = [];
  for (const request of accepted) {
    let answer = await ask(caller, request.id, request.kind);
    while (
      (answer.status === 'PENDING' || answer.status === 'PROCESSING') &&
      performance.now() < deadlineMs
    ) {
      await delay(ASK_EVERY_MS);
      answer = await ask(caller, request.id, request.kind);
    }
    checked.push({
      ...request,
      status: answer.status,
      isAudioReadable: answer.audioLink !== undefined && (await isWholeWav(answer.audioLink)),
    });
  }
  return checked;
}

/** Whether the header's sizes are those of the file, and there is speech behind it. */
async function isWholeWav(link: string): Promise<boolean> {
  const answer = await fetch(link);
  const wav = await answer.arrayBuffer();
  if (!answer.ok || wav.byteLength <= 44) return false;
  return new DataView(wav).getUint32(4, true) + 8 === wav.byteLength;
}

/** @returns the requests whose webhooks did not come in time */
async function untilAllDelivered(
  requests: readonly CheckedRequest[],
  { webhooks }: WebhookReceiver,
): Promise<readonly CheckedRequest[]> {
  const deadlineMs = performance.now() + ENDS_WITHIN_MS;
  const missing = (): readonly CheckedRequest[] => undelivered({ requests, webhooks });
  while (missing().length > 0 && performance.now() < deadlineMs) await delay(ASK_EVERY_MS);
  return missing();
}

/** @returns a request with its deliveries, as operators see it */
async function reportOf({ url, adminToken }: Front, id: string): Promise<string> {
  const answer = await fetch(`${url}/admin/v1/requests/${id}`, {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  return answer.text();
}

async function balances(service: Front, caller: Caller) {
  const { credits, seconds } = await balancesOf(service, caller);
  // Without the one live synthesis that the recording was made by.
  return { credits: String(Number(credits) + [...RECORDED_TEXT].length), seconds };
}
