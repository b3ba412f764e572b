import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inference, stt, voice } from '@livekit/agents';
import { AudioFrame, combineAudioFrames } from '@livekit/rtc-node';
import { wordErrorRate } from '@parlance/testkit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { hasModels } from '../../../test/service/real-speech.ts';
import { STT, TTS } from '../src/index.ts';
import { Loudspeaker, Microphone } from './agent-harness.ts';
import { Assistant, createSession } from './documented-agent.ts';
import { serve } from './serve.ts';
import { nameOf } from './support.ts';

const WORDS = 'Turn on the lights in the kitchen. Then close the window, and tell me what time it is.'.split(
  ' ',
);
const TEXT = WORDS.join(' ');
/** With a neural voice and a small recognizer, a word or two may be wrong. */
const MAX_WORD_ERROR_RATE = 0.2;
const FRAME_MS = 20;

const errorRate = (heard: string): number => {
  const { errors, words } = wordErrorRate(TEXT, heard);
  return errors / words;
};

/** Audio at the pace of speech, with silence around it, as from a room. */
async function* paced(speech: AudioFrame): AsyncGenerator<AudioFrame> {
  const { sampleRate } = speech;
  const samples = new Int16Array(speech.data.length + 3 * sampleRate);
  samples.set(speech.data, sampleRate);
  const frameSamples = (sampleRate * FRAME_MS) / 1000;
  const started = performance.now();
  for (let at = 0; at < samples.length; at += frameSamples) {
    const dueMs = started + (at / sampleRate) * 1000 - performance.now();
    if (dueMs > 0) await new Promise((resolve) => setTimeout(resolve, dueMs));
    const data = samples.slice(at, at + frameSamples);
    yield new AudioFrame(data, sampleRate, 1, data.length);
  }
}

describe.runIf(hasModels)('the default models', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('speak a text while it is written, and recognize it, with the VAD of the framework', async () => {
    await using served = await serve({ engines: {} });
    const speaker = new TTS({ ...served.connection, voice: 'joe' });
    const stream = speaker.stream();
    const [beginning, end] = [WORDS.slice(0, 10), WORDS.slice(10)];
    for (const word of beginning) stream.pushText(`${word} `);
    // The first audio arrives before the text is complete.
    const first = await stream.next();
    for (const word of end) stream.pushText(`${word} `);
    stream.endInput();
    const outputs = [first.value, ...(await Array.fromAsync(stream))];
    const frames = outputs.flatMap((output) => (typeof output === 'object' ? [output.frame] : []));
    const speech = combineAudioFrames(frames);

    const recognizer = new STT({ ...served.connection, vad: new inference.VAD({ minSilenceDuration: 550 }) });
    const whole = await recognizer.recognize(frames);
    expect(errorRate(whole.alternatives?.[0].text ?? '')).toBeLessThanOrEqual(MAX_WORD_ERROR_RATE);

    const live = recognizer.stream();
    const events = Array.fromAsync(live);
    for await (const frame of paced(speech)) live.pushFrame(frame);
    live.endInput();
    const names = (await events).map(nameOf);
    expect(names[0]).toBe('START_OF_SPEECH');
    expect(names[1]).toBe('INTERIM_TRANSCRIPT');
    expect(names.at(-1)).toBe('END_OF_SPEECH');
    const finals = (await events).filter(({ type }) => type === stt.SpeechEventType.FINAL_TRANSCRIPT);
    const heard = finals.map(({ alternatives }) => alternatives?.[0].text).join(' ');
    expect(errorRate(heard)).toBeLessThanOrEqual(MAX_WORD_ERROR_RATE);
  }, 600_000);

  it('hold a conversation with the agent of the docs', async () => {
    await using served = await serve({ engines: {} });
    vi.stubEnv('PARLANCE_URL', served.connection.baseURL);
    vi.stubEnv('PARLANCE_TOKEN', served.connection.apiKey);
    const question = await new TTS({ ...served.connection, voice: 'joe' })
      .synthesize('Please tell me what time it is.')
      .collect();
    const lines: string[] = [];
    const session = createSession();
    const { UserInputTranscribed, ConversationItemAdded } = voice.AgentSessionEventTypes;
    session.on(UserInputTranscribed, ({ transcript, isFinal }) =>
      lines.push(`${isFinal ? 'final' : 'interim'} ${transcript}`),
    );
    session.on(ConversationItemAdded, ({ item }) => {
      if (item.type === 'message') lines.push(`${item.role}: ${item.textContent}`);
    });
    const microphone = new Microphone();
    session.input.audio = microphone;
    session.output.audio = new Loudspeaker();
    await session.start({ agent: new Assistant({ instructions: '' }) });
    await expect.poll(() => lines).toContain('assistant: Hello. How can I help you?');
    for await (const frame of paced(question)) await microphone.say([frame]);
    await expect.poll(() => lines.at(-1)).toMatch(/^assistant: It is \d+:\d\d [AP]M\.$/);
    await session.close();
    expect(lines.some((line) => line.startsWith('interim'))).toBe(true);
    expect(lines.filter((line) => line.startsWith('final')).join(' ')).toMatch(/what time/i);
  }, 600_000);
});

describe('docs/integrations/livekit.md', () => {
  it('shows the agent that is tested here', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/integrations/livekit.md'), 'utf8');
    const program = readFileSync(join(import.meta.dirname, 'documented-agent.ts'), 'utf8');
    expect(page).toContain(`\`\`\`ts\n${program}\`\`\``);
  });
});
