import { once } from 'node:events';
import { connect } from 'node:net';
import { encodePcm16 } from '@parlance/core/audio';
import { SpeechError } from '@parlance/core/errors';
import { WebSocket } from 'ws';
import { FrameReader, frameBytes } from '../../packages/wyoming/src/frame.ts';
import { type Caller, clientOf } from '../service/caller.ts';

export interface SpokenSession {
  readonly caller: Caller;
  readonly wyomingPort: number;
  /** In chunks, at the pace of speech. */
  readonly audio: AsyncIterable<Float32Array>;
  /** Told of each final result where its speech began, in seconds of the session; Wyoming does not tell them one by one. */
  readonly onFinal: (startSeconds: number) => void;
}

export interface Protocol {
  readonly rateHz: number;
  /**
   * Holds one session, until the server has ended it.
   *
   * @returns all that was heard
   * @throws SpeechError `INTERNAL` what the server answered
   */
  speak(session: SpokenSession): Promise<string>;
}

const MAX_PAUSE_MS = 10_000;
const MS_IN_SECOND = 1000;

async function speakOwn({ caller, audio, onFinal }: SpokenSession): Promise<string> {
  const session = clientOf(caller).listen(audio, {
    sampleRateHz: 16_000,
    interimResults: true,
    noInputTimeoutMs: MAX_PAUSE_MS,
  });
  const texts: string[] = [];
  for await (const event of session) {
    if (event.type !== 'FINAL_RESULT') continue;
    onFinal(event.startVoiceTime);
    texts.push(event.text);
  }
  return texts.join(' ');
}

/** Ends with a commit: its item is the last one. */
async function speakOpenai({ caller, audio, onFinal }: SpokenSession): Promise<string> {
  const socket = new WebSocket(`${caller.url.replace('http', 'ws')}/v1/realtime?intent=transcription`, {
    headers: { authorization: `Bearer ${caller.token}` },
  });
  const texts: string[] = [];
  const startsMs = new Map<string, number>();
  let openItems = 0;
  let isAllSent = false;
  let isCommitted = false;
  const all = Promise.withResolvers<void>();
  socket.on('message', (message) => {
    const event = JSON.parse(String(message));
    switch (event.type) {
      case 'input_audio_buffer.speech_started':
        startsMs.set(event.item_id, event.audio_start_ms);
        break;
      case 'input_audio_buffer.committed':
        openItems += 1;
        // The commit at the end found speech that voice activity had not ended yet.
        if (isAllSent) isCommitted = true;
        break;
      case 'conversation.item.input_audio_transcription.completed':
        openItems -= 1;
        onFinal((startsMs.get(event.item_id) ?? Number.NaN) / MS_IN_SECOND);
        texts.push(event.transcript);
        break;
      case 'error':
        // Or it found none behind the last pause.
        if (event.error.code === 'input_audio_buffer_commit_empty') isCommitted = true;
        else all.reject(new SpeechError('INTERNAL', event.error.message));
    }
    if (isCommitted && openItems === 0) all.resolve();
  });
  await once(socket, 'open');
  const sending = (async () => {
    for await (const chunk of audio) {
      const content = Buffer.from(encodePcm16(chunk)).toString('base64');
      socket.send(JSON.stringify({ type: 'input_audio_buffer.append', audio: content }));
    }
    isAllSent = true;
    socket.send(JSON.stringify({ type: 'input_audio_buffer.commit' }));
  })();
  await Promise.all([sending, all.promise]);
  socket.close();
  await once(socket, 'close');
  return texts.join(' ');
}

/** One long `audio-start` … `audio-stop`: its transcript comes as a whole at the end. */
async function speakWyoming({ wyomingPort, audio }: SpokenSession): Promise<string> {
  const socket = connect(wyomingPort, '127.0.0.1');
  const reader = new FrameReader();
  const ended = Promise.withResolvers<string>();
  socket.on('data', (bytes) => {
    for (const { type, data } of reader.push(bytes)) {
      if (type === 'transcript') ended.resolve(String(data.text));
      if (type === 'error') ended.reject(new SpeechError('INTERNAL', String(data.text)));
    }
  });
  const format = { rate: 16_000, width: 2, channels: 1 };
  socket.write(frameBytes('audio-start', format));
  const sending = (async () => {
    for await (const chunk of audio) socket.write(frameBytes('audio-chunk', format, encodePcm16(chunk)));
    socket.write(frameBytes('audio-stop'));
  })();
  const [text] = await Promise.all([ended.promise, sending]);
  socket.destroy();
  return text;
}

export const PROTOCOLS = {
  '/v1/stt/realtime': { rateHz: 16_000, speak: speakOwn },
  'OpenAI Realtime': { rateHz: 24_000, speak: speakOpenai },
  Wyoming: { rateHz: 16_000, speak: speakWyoming },
} as const satisfies Readonly<Record<string, Protocol>>;
