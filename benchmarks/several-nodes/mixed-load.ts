import { findUnderLoad } from '../crash-safety/kill-under-load.ts';
import { startReceiver, type WebhookReceiver } from '../crash-safety/receiver.ts';
import { balancesOf, type Caller, createCaller } from '../service/caller.ts';
import {
  type EndedCall,
  LIVE_CHARACTERS,
  LIVE_KINDS,
  type LiveKind,
  startLiveLoad,
} from '../service/live-load.ts';
import { askForCount } from './ask-for-count.ts';
import { LIVE_LIMITS, liveFigures } from './live-figures.ts';
import type { Nodes } from './nodes.ts';

/** Side by side; batch requests come beside them. */
const CLIENTS = { synthesis: 2, transcription: 2, session: 2 } as const;

/**
 * Has live calls, live sessions and batch requests of several apps come through the proxy while the nodes are disturbed, lets all
 * work end, and holds what the clients noted against the service.
 *
 * @param disturb resolves when the load may end; the moments at which it killed a node, as `performance.now()`
 * @returns faults and counts, by the name of their metric
 */
export async function runMixedLoad(
  service: Nodes,
  disturb: () => Promise<readonly number[]>,
): Promise<Readonly<Record<string, number>>> {
  const receiver = await startReceiver();
  try {
    const callers = await createCallers(service);
    const calls: EndedCall[] = [];
    let killsAtMs: readonly number[] = [];
    let transcribedSeconds = 0;
    const batch = await findUnderLoad(service, receiver, async () => {
      const live = await startLiveLoad(callers, CLIENTS, (call) => {
        calls.push(call);
        if (call.message !== undefined) tell(`${call.kind} ${call.outcome}: ${call.message}`);
      });
      ({ transcribedSeconds } = live);
      killsAtMs = await disturb();
      await live.end();
    });
    return {
      ...batch,
      webhooksAcceptedAgain: acceptedAgain(receiver),
      ...liveFigures(calls, killsAtMs),
      ...(await chargeDifferences(service, callers, { calls, transcribedSeconds })),
    };
  } finally {
    await receiver.close();
  }
}

/** An app for each kind of live call, so that its charges can be added up. */
async function createCallers(service: Nodes): Promise<Readonly<Record<LiveKind, Caller>>> {
  const made = await Promise.all(
    LIVE_KINDS.map(async (kind) => [kind, await createCaller(service, LIVE_LIMITS)] as const),
  );
  return Object.fromEntries(made) as Record<LiveKind, Caller>;
}

/** Webhooks that a receiver accepted and was sent again: it tells them by their id. */
function acceptedAgain({ webhooks }: WebhookReceiver): number {
  const accepted = webhooks.filter(({ wasAccepted }) => wasAccepted).map(({ deliveryId }) => deliveryId);
  return accepted.length - new Set(accepted).size;
}

/** Holds the ledger of live calls against the records, and these against what the callers got. */
async function chargeDifferences(
  service: Nodes,
  callers: Readonly<Record<LiveKind, Caller>>,
  {
    calls,
    transcribedSeconds,
  }: { readonly calls: readonly EndedCall[]; readonly transcribedSeconds: number },
) {
  const well = (kind: LiveKind): number =>
    calls.filter((call) => call.kind === kind && call.outcome === 'well').length;
  const [spoken, transcribed] = [
    await balancesOf(service, callers.synthesis),
    await balancesOf(service, callers.transcription),
  ];
  const charged = await askForCount(
    service.databaseUrl,
    `select count(*)::int from parlance.syntheses where app_id = $1 and status <> 'FAILED'`,
    [callers.synthesis.appId],
  );
  return {
    // And one that the load itself was made of.
    synthesesBeyond: charged - well('synthesis') - 1,
    liveCreditDifference: LIVE_LIMITS.credits - charged * LIVE_CHARACTERS - Number(spoken.credits),
    liveSecondDifference:
      LIVE_LIMITS.seconds - well('transcription') * transcribedSeconds - Number(transcribed.seconds),
  };
}

/** For who watches a run: the runner shows nothing before its end. */
export function tell(what: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what}\n`);
}
