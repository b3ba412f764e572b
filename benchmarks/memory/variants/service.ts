import { SpeechError } from '@parlance/core/errors';
import { TEXTS } from '../../first-audio-latency/texts.ts';
import { createConnection, timeRequest } from '../../first-audio-latency/timed-request.ts';
import { readScript, SCRIPTS } from '../../live-recognition/scenario.ts';
import { runSession } from '../../live-recognition/session.ts';
import { textOf } from '../../long-synthesis/texts.ts';
import type { Variant } from '../../runner/contract.ts';
import type { Sample } from '../../runner/sample.ts';
import { ask, type Caller, clientOf, createCaller } from '../../service/caller.ts';
import { listenForEnds } from '../../service/end-notices.ts';
import { startService } from '../../service/service-process.ts';
import {
  CALLERS,
  CASES,
  LONG_TEXT_CHARS,
  MIXED_CALLERS,
  MIXED_SESSIONS,
  MIXED_TEXT_CHARS,
  SESSIONS,
} from '../cases.ts';
import { peakMemory, restingMemory } from '../sample.ts';

const CALLS_EACH = 2;
const NO_REUSE = { 'cache-control': 'no-store' };

const USUAL_CASES: readonly string[] = Object.values(CASES).filter((name) => name !== CASES.mixed);

/**
 * `parlance serve` on its embedded database.
 *
 * @param cases those that are measured; others have no figure
 */
export function serviceVariant(
  settings: Readonly<Record<string, unknown>> = {},
  cases: readonly string[] = USUAL_CASES,
): Variant {
  return {
    async open() {
      // What a case asks for is measured, not refused.
      const server = await startService({}, { maxLiveWaitSeconds: null, ...settings });
      const caller = await createCaller(server, { ttsConcurrency: CALLERS, sttConcurrency: SESSIONS });
      const measures: Readonly<Record<string, () => Promise<Sample>>> = {
        [CASES.rest]: () => restingMemory(server.pid),
        async [CASES.worked]() {
          for (const voiceCode of ['joe', 'slt']) await speak(caller, TEXTS[97], voiceCode);
          await listenOnce(caller);
          return restingMemory(server.pid);
        },
        [CASES.callers]: () => peakMemory(server.pid, () => callAtOnce(caller)),
        [CASES.sessions]: () => peakMemory(server.pid, () => listenAtOnce(caller)),
        [CASES.longText]: () => peakMemory(server.pid, () => synthesizeLong(caller, LONG_TEXT_CHARS)),
        [CASES.mixed]: () => peakMemory(server.pid, () => mixAtOnce(caller)),
      };
      return {
        subjectPid: server.pid,
        async measure(caseName) {
          const sample = cases.includes(caseName) ? await measures[caseName]?.() : undefined;
          return sample === undefined ? [] : [sample];
        },
        close: () => server.stop(),
      };
    },
  };
}

async function speak(caller: Caller, text: string, voiceCode: string): Promise<void> {
  const agent = createConnection();
  await timeRequest(agent, {
    url: `${caller.url}/v1/tts`,
    headers: { ...caller.headers, ...NO_REUSE },
    body: { mode: 'sync', voiceCode, outputFormat: 'wav', text },
    format: 'wav',
  });
  agent.destroy();
}

async function callAtOnce(caller: Caller, callers = CALLERS): Promise<void> {
  const call = async (): Promise<void> => {
    for (let turn = 0; turn < CALLS_EACH; turn++) await speak(caller, TEXTS[298], 'joe');
  };
  await Promise.all(Array.from({ length: callers }, call));
}

/** What a small machine has to bear. */
export async function mixAtOnce(caller: Caller): Promise<void> {
  await Promise.all([
    callAtOnce(caller, MIXED_CALLERS),
    listenAtOnce(caller, MIXED_SESSIONS),
    synthesizeLong(caller, MIXED_TEXT_CHARS, 'joe'),
  ]);
}

async function listenOnce(caller: Caller): Promise<void> {
  await runSession(clientOf(caller), await readScript(0));
}

async function listenAtOnce(caller: Caller, sessions = SESSIONS): Promise<void> {
  const client = clientOf(caller);
  const scripts = await Promise.all(Array.from({ length: SCRIPTS }, (_, script) => readScript(script)));
  await Promise.all(
    Array.from({ length: sessions }, (_, session) =>
      runSession(client, scripts[session % SCRIPTS] as Float32Array),
    ),
  );
}

/** @throws SpeechError `INTERNAL` when the job fails */
async function synthesizeLong(caller: Caller, chars: number, voiceCode = 'slt'): Promise<void> {
  const ends = await listenForEnds();
  try {
    const answer = await fetch(`${caller.url}/v1/tts`, {
      method: 'POST',
      headers: { ...caller.headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        mode: 'async',
        voiceCode,
        outputFormat: 'mp3',
        text: textOf(chars),
        webhookUrl: ends.url,
      }),
    });
    if (!answer.ok) throw new SpeechError('INTERNAL', `No job was taken on: ${answer.status}.`);
    const { requestId } = (await answer.json()) as { requestId: string };
    await ends.ended(requestId);
    const { audioLink } = await ask(caller, requestId, 'synthesis');
    if (audioLink === undefined) throw new SpeechError('INTERNAL', 'The long text was not spoken.');
  } finally {
    await ends.close();
  }
}
