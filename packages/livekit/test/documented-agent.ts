import { cli, defineAgent, inference, type llm, ServerOptions, voice } from '@livekit/agents';
import { STT, TTS } from '@parlance/livekit';

/** Answers by rule. With a language model, pass it to the session as `llm`, and leave `onUserTurnCompleted` out. */
export class Assistant extends voice.Agent {
  override async onEnter(): Promise<void> {
    this.session.say('Hello. How can I help you?');
  }

  override async onUserTurnCompleted(_context: llm.ChatContext, message: llm.ChatMessage): Promise<void> {
    const question = message.textContent ?? '';
    const time = new Date().toLocaleTimeString('en-US', { timeStyle: 'short' });
    this.session.say(/what time/i.test(question) ? `It is ${time}.` : `You said: ${question}`);
    throw new voice.StopResponse();
  }
}

/** The environment variables PARLANCE_URL and PARLANCE_TOKEN choose the server and the app. */
export function createSession(): voice.AgentSession {
  const vad = new inference.VAD({ minSilenceDuration: 550 });
  return new voice.AgentSession({
    vad,
    stt: new STT({ vad }),
    tts: new TTS({ voice: 'joe' }),
    turnHandling: { turnDetection: 'vad', interruption: { mode: 'vad' } },
  });
}

export default defineAgent({
  async entry(job) {
    await job.connect();
    const agent = new Assistant({ instructions: 'Answer in one sentence.' });
    await createSession().start({ agent, room: job.room });
  },
});

if (process.argv[1] === import.meta.filename) cli.runApp(new ServerOptions({ agent: import.meta.filename }));
