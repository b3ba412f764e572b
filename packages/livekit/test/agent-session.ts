import { Agent, AgentSession, AgentSessionEventTypes, testing } from '@livekit/agents';
import { deferred } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { STT, TTS } from '../src/index.ts';
import { Loudspeaker, Microphone } from './agent-harness.ts';
import { type Served, serve } from './serve.ts';
import { framesOf, hum, LoudnessVad, secondsOf, silence } from './support.ts';

const REPLY = 'This is the first sentence of it. And this is the second one.';
const HEARS = { recognition: { script: { texts: ['hello'] } } };

interface Talk extends AsyncDisposable {
  readonly session: AgentSession;
  readonly microphone: Microphone;
  readonly transcripts: { readonly transcript: string; readonly isFinal: boolean }[];
}

/** @param turns what determines where a turn of the user begins and ends */
async function talk(
  served: Served,
  { turns, loudspeaker }: { readonly turns: 'stt' | 'vad'; readonly loudspeaker: Loudspeaker },
): Promise<Talk> {
  const session = new AgentSession({
    stt: new STT(served.connection),
    tts: new TTS({ ...served.connection, sampleRate: 16_000 }),
    llm: new testing.FakeLLM([{ input: 'hello', content: REPLY }]),
    vad: turns === 'vad' ? new LoudnessVad() : null,
    aecWarmupDuration: null,
    turnHandling: {
      turnDetection: turns,
      endpointing: { minDelay: 0, maxDelay: 0 },
      interruption: { mode: 'vad', minDuration: 100 },
      preemptiveGeneration: { enabled: false },
    },
  });
  const transcripts: Talk['transcripts'] = [];
  session.on(AgentSessionEventTypes.UserInputTranscribed, (event) => transcripts.push(event));
  const microphone = new Microphone();
  session.input.audio = microphone;
  session.output.audio = loudspeaker;
  await session.start({ agent: new Agent({ instructions: 'Answer.' }) });
  return { session, microphone, transcripts, [Symbol.asyncDispose]: () => session.close() };
}

describe.each(['stt', 'vad'] as const)('an AgentSession with turns from the %s', (turns) => {
  it('understands the user and answers', async () => {
    await using served = await serve(HEARS);
    const loudspeaker = new Loudspeaker();
    await using talking = await talk(served, { turns, loudspeaker });
    await talking.microphone.say(framesOf([silence(0.3), hum(1), silence(1.5)]));
    await expect.poll(() => secondsOf(loudspeaker.frames)).toBeGreaterThan(REPLY.length / 15 - 0.5);
    expect(talking.transcripts.some(({ isFinal }) => !isFinal)).toBe(true);
    expect(talking.transcripts.at(-1)).toMatchObject({ transcript: 'hello', isFinal: true });
    const messages = () =>
      talking.session.history.items.map((item) => (item.type === 'message' ? item.textContent : item.type));
    await expect.poll(messages).toEqual(expect.arrayContaining(['hello', REPLY]));
  });

  it('stops speaking when the user interrupts', async () => {
    const held = deferred();
    const gate = (unit: number) => (unit === 0 ? undefined : held.promise);
    await using served = await serve({ ...HEARS, synthesis: { script: { gate } } });
    const loudspeaker = new Loudspeaker({ isEndless: true });
    await using talking = await talk(served, { turns, loudspeaker });
    await talking.microphone.say(framesOf([silence(0.3), hum(1), silence(1.5)]));
    await expect.poll(() => loudspeaker.frames.length).toBeGreaterThan(0);
    await expect.poll(() => served.fakes.speaker.calls.length).toBeGreaterThan(1);
    await talking.microphone.say(framesOf([hum(1)]));
    await expect.poll(() => loudspeaker.interruptions).toBeGreaterThan(0);
    await expect.poll(() => served.fakes.speaker.calls[1]?.state).toBe('aborted');
    held.resolve();
  });
});
