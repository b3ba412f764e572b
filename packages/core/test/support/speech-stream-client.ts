import { type App, unauthorized } from '../../src/accounts/index.ts';
import type { TextAligner } from '../../src/engine/index.ts';
import {
  openSpeechStream,
  parseStreamMessage,
  type SpeechStream,
  type StreamServerMessage,
} from '../../src/speech-stream/index.ts';
import { type SynthesisBench, VOICE } from './synthesis-bench.ts';

/** Three sentences, of which each is a segment. */
export const TEXT = 'A first sentence that is here. And a second one that follows it. Then the third.';
/** Of PCM at the voice's own rate. */
export const BYTES_PER_SECOND = VOICE.nativeRateHz * 2;

type Told = StreamServerMessage | { readonly type: 'audio'; readonly bytes: number };

interface StreamOptions {
  readonly token?: string;
  /** Whether the reader takes the next piece of audio. */
  readonly takes?: () => Promise<void>;
  readonly aligner?: TextAligner;
  /** What the token is checked by, in place of a look at whether it is the good one. */
  readonly authenticate?: () => Promise<App>;
  readonly hasDefaultVoice?: boolean;
}

/** A stream whose reader notes what it is told. */
export function openOn(
  bench: SynthesisBench,
  { token = 'good', takes, aligner, authenticate, hasDefaultVoice = true }: StreamOptions = {},
) {
  const told: Told[] = [];
  const closed = Promise.withResolvers<number>();
  let onTold = (): void => undefined;
  const note = (what: Told): void => {
    told.push(what);
    onTold();
  };
  const stream: SpeechStream = openSpeechStream(
    {
      ...bench.ports,
      // Streams go by the hands of the clock alone.
      clock: bench.clock,
      defaultVoice: () => (hasDefaultVoice ? VOICE.code : undefined),
      alignerFor: () => aligner,
      async authenticate(given) {
        if (authenticate !== undefined) return authenticate();
        if (given.token !== 'good') throw unauthorized();
        return bench.app;
      },
    },
    { token, appId: bench.app.appId },
    {
      send: note,
      async sendAudio({ byteLength }) {
        note({ type: 'audio', bytes: byteLength });
        await takes?.();
      },
      close: closed.resolve,
    },
  );
  const types = (): readonly string[] =>
    told.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1]);
  return {
    stream,
    told,
    types,
    closed: closed.promise,
    say: (message: object) => stream.receive(parseStreamMessage(JSON.stringify(message))),
    /** Resolves when a message of the type was told. */
    until: (type: Told['type']) =>
      new Promise<void>((resolve) => {
        onTold = () => told.some((one) => one.type === type) && resolve();
        onTold();
      }),
    audioBytes: () => told.reduce((sum, one) => sum + (one.type === 'audio' ? one.bytes : 0), 0),
    spans: () => told.flatMap((one) => (one.type === 'SPOKEN' ? [one] : [])),
    error: () => told.find((one) => one.type === 'ERROR'),
  };
}

export async function openReady(bench: SynthesisBench, options?: StreamOptions, config: object = {}) {
  const opened = openOn(bench, options);
  opened.say({ type: 'SPEECH_CONFIG', config });
  await opened.until('READY');
  return opened;
}

export const words = (text: string): readonly string[] => text.split(/(?<= )/);
