/** What the nightly run and the corpus of found inputs send: messages and forms that are nearly right. */
import fc from 'fast-check';

export const KINDS = [
  'http-form',
  'http-json',
  'http-address',
  'live-recognition',
  'speech-stream',
  'openai-realtime',
  'twilio',
  'wyoming',
  'asterisk',
] as const;
export type Kind = (typeof KINDS)[number];

/** One message: of text, or of bytes. */
export type Message = { readonly text: string } | { readonly base64: string };

/** What one connection, or one request, brings. */
export interface Input {
  readonly kind: Kind;
  /** Of a request: method and address. */
  readonly request?: string;
  readonly messages: readonly Message[];
  /** Absent: all is sent, and the answer is awaited. */
  readonly ending?: Ending;
}

/**
 * How a sender stops in the middle. `stalls`: its request announces more of a body than ever comes, and stays open. `leaves`: it
 * disconnects at once.
 */
export type Ending = 'stalls' | 'leaves';

export const FORM_BOUNDARY = 'xBOUNDARYx';
/** The same in what is random, so that a message that names it can be made. */
export const TOKEN_PLACE = '{{token}}';

/** @returns inputs of one kind, each nearly right; now and then one stops in the middle */
export function inputsOf(kind: Kind): fc.Arbitrary<Input> {
  return fc.oneof(
    { weight: 97, arbitrary: wholeInputsOf(kind) },
    ...endingsOf(kind).map((ending) => ({ weight: 1, arbitrary: stoppedInputsOf(kind, ending) })),
  );
}

/** @returns inputs of one kind that stop in the middle */
export function stoppedInputsOf(kind: Kind, ending: Ending): fc.Arbitrary<Input> {
  return wholeInputsOf(kind).map((input) => ({ ...input, ending }));
}

function wholeInputsOf(kind: Kind): fc.Arbitrary<Input> {
  switch (kind) {
    case 'http-form':
      return fc.record({
        kind: fc.constant(kind),
        request: fc.constantFrom('POST /v1/stt', 'POST /v1/audio/transcriptions'),
        messages: fc.tuple(mutilated(FORMS)),
      });
    case 'http-json':
      return fc.record({
        kind: fc.constant(kind),
        request: fc.constantFrom(...JSON_ADDRESSES.map((address) => `POST ${address}`)),
        messages: fc.tuple(fc.oneof(nearly(BODIES), mutilated(BODIES))),
      });
    case 'http-address':
      return fc.record({
        kind: fc.constant(kind),
        request: fc
          .tuple(fc.constantFrom('GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'), address)
          .map(([method, path]) => `${method} ${path}`),
        messages: fc.constant([]),
      });
    case 'wyoming':
    case 'asterisk':
      return fc.record({
        kind: fc.constant(kind),
        messages: fc.array(mutilated(kind === 'wyoming' ? WYOMING : ASTERISK), {
          minLength: 1,
          maxLength: 6,
        }),
      });
    default:
      return fc.record({
        kind: fc.constant(kind),
        messages: fc.tuple(beginning(kind), rest(kind)).map((parts) => parts.flat()),
      });
  }
}

/** Only a request announces how long it is. */
export const endingsOf = (kind: Kind): readonly Ending[] =>
  kind.startsWith('http-') ? ['stalls', 'leaves'] : ['leaves'];

const text = (value: object): string => JSON.stringify(value);
const audio = Buffer.alloc(3200, 7).toString('base64');

const MESSAGES = {
  'live-recognition': [
    text({ type: 'STREAMING_CONFIG', config: { sampleRateHertz: 16_000, sampleSizeByte: 2, channel: 1 } }),
    text({ type: 'AUDIO_CHUNK', audioContent: audio }),
    text({ type: 'COMMIT' }),
    text({ type: 'PING' }),
    text({ type: 'DONE' }),
  ],
  'speech-stream': [
    text({ type: 'SPEECH_CONFIG', config: { voiceCode: 'slt', speed: 1 } }),
    text({ type: 'TEXT', text: 'Yes. ' }),
    text({ type: 'FLUSH' }),
    text({ type: 'CANCEL' }),
    text({ type: 'DONE' }),
  ],
  'openai-realtime': [
    text({
      type: 'session.update',
      session: { type: 'transcription', audio: { input: { format: { type: 'audio/pcm', rate: 24_000 } } } },
    }),
    text({ type: 'input_audio_buffer.append', audio }),
    text({ type: 'input_audio_buffer.commit' }),
    text({ type: 'input_audio_buffer.clear' }),
  ],
  twilio: [
    text({
      event: 'start',
      sequenceNumber: '1',
      streamSid: 'MZ1',
      start: {
        accountSid: 'AC1',
        streamSid: 'MZ1',
        callSid: 'CA1',
        tracks: ['inbound'],
        mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
        customParameters: { token: TOKEN_PLACE },
      },
    }),
    text({ event: 'media', streamSid: 'MZ1', media: { track: 'inbound', payload: audio.slice(0, 216) } }),
    text({ event: 'mark', streamSid: 'MZ1', mark: { name: 'm' } }),
    text({ event: 'dtmf', streamSid: 'MZ1', dtmf: { track: 'inbound_track', digit: '1' } }),
    text({ event: 'stop', streamSid: 'MZ1', stop: {} }),
  ],
} as const;

const WYOMING = [
  { type: 'describe' },
  { type: 'transcribe', data: { language: 'en' } },
  { type: 'audio-start', data: { rate: 16_000, width: 2, channels: 1 } },
  { type: 'audio-chunk', data: { rate: 16_000, width: 2, channels: 1 }, payload_length: 8 },
  { type: 'audio-stop' },
  { type: 'synthesize', data: { text: 'Yes.' } },
].map((event) => `${text(event)}\n${'payload_length' in event ? 'abcdefgh' : ''}`);

/** Kind, length of two bytes, content. */
const ASTERISK = (
  [
    [0x01, 16],
    [0x10, 320],
    [0x03, 1],
    [0x00, 0],
    [0xff, 1],
  ] as const
).map(([type, length]) =>
  Buffer.from([type, length >> 8, length & 255, ...new Array<number>(length).fill(7)]).toString('latin1'),
);

const part = (name: string, value: string, file = ''): string =>
  `--${FORM_BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
const recording = (name: string): string =>
  part(name, `RIFF${'x'.repeat(200)}`, '; filename="a.wav"\r\nContent-Type: audio/wav');
const FORMS = [
  part('mode', 'sync') + recording('audioContent'),
  recording('audioContent') + part('mode', 'async'),
  part('model', 'whisper-1') + recording('file') + part('response_format', 'srt'),
  part('audioUrl', 'http://a.example/b.wav') + part('mode', 'sync'),
].map((form) => `${form}--${FORM_BOUNDARY}--\r\n`);

const JSON_ADDRESSES = ['/v1/tts', '/v1/audio/speech', '/v1/realtime/client_secrets', '/v1/client-tokens'];
const BODIES = [
  text({ mode: 'sync', voiceCode: 'slt', outputFormat: 'wav', text: 'Yes.', speed: 1 }),
  text({ mode: 'sync', voiceCode: 'slt', textType: 'ssml', text: '<speak>Yes <break time="1s"/></speak>' }),
  text({ model: 'tts-1', voice: 'slt', input: 'Yes.', response_format: 'pcm', stream_format: 'sse' }),
  text({ session: { type: 'transcription' }, expires_after: { anchor: 'created_at', seconds: 60 } }),
];

const TOKENS = [
  '\r\n',
  '\r\n\r\n',
  `--${FORM_BOUNDARY}`,
  '--',
  '\0',
  '"',
  '{',
  '}',
  '[',
  ',',
  '\\u0000',
  '1e999',
  '-',
];
const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const change = fc.oneof(
  fc.record({ type: fc.constant('cut' as const), at: share }),
  fc.record({ type: fc.constant('repeat' as const), at: share, count: fc.nat(300) }),
  fc.record({
    type: fc.constant('splice' as const),
    at: share,
    remove: fc.nat(40),
    insert: fc.oneof(
      fc.constantFrom(...TOKENS),
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    ),
  }),
);
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;

function changed(content: string, one: Change): string {
  const at = Math.floor(one.at * content.length);
  switch (one.type) {
    case 'cut':
      return content.slice(0, at);
    case 'repeat':
      return content.slice(0, at) + content.slice(Math.max(0, at - one.count));
    case 'splice':
      return content.slice(0, at) + one.insert + content.slice(at + one.remove);
  }
}

/** Bytes of one of them, cut, spliced and repeated; now and then as it is. */
function mutilated(contents: readonly string[]): fc.Arbitrary<Message> {
  return fc
    .tuple(fc.constantFrom(...contents), fc.array(change, { maxLength: 4 }))
    .map(([content, changes]) => ({
      base64: Buffer.from(changes.reduce(changed, content), 'latin1').toString('base64'),
    }));
}

/** One of them as JSON, with another value for one of its members. */
function nearly(contents: readonly string[]): fc.Arbitrary<Message> {
  return fc.tuple(fc.constantFrom(...contents), fc.nat(), fc.jsonValue()).map(([content, chosen, value]) => {
    let seen = 0;
    const count = [...content.matchAll(/":/g)].length;
    const replaced = JSON.parse(content, (key, old) => {
      if (key === '') return old;
      seen += 1;
      return seen === (chosen % count) + 1 ? value : old;
    });
    return { text: JSON.stringify(replaced) };
  });
}

const strange = fc.oneof(
  fc.string({ unit: 'binary' }).map((content): Message => ({ text: content })),
  fc
    .uint8Array({ maxLength: 99 })
    .map((bytes): Message => ({ base64: Buffer.from(bytes).toString('base64') })),
  fc.json().map((content): Message => ({ text: content })),
);

/** The first message of a session, as a rule the right one: what follows shall meet it in every state. */
function beginning(kind: keyof typeof MESSAGES): fc.Arbitrary<readonly Message[]> {
  const [first] = MESSAGES[kind];
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant([{ text: first }]) },
    { weight: 1, arbitrary: fc.constant([]) },
  );
}

function rest(kind: keyof typeof MESSAGES): fc.Arbitrary<readonly Message[]> {
  const contents = MESSAGES[kind];
  const right = fc.constantFrom(...contents).map((content): Message => ({ text: content }));
  const cut = mutilated(contents).map(
    (message): Message =>
      'base64' in message ? { text: Buffer.from(message.base64, 'base64').toString() } : message,
  );
  return fc.array(fc.oneof(right, nearly(contents), cut, strange), { minLength: 1, maxLength: 8 });
}

const address = fc
  .tuple(
    fc.constantFrom(
      '',
      '/v1',
      '/v1/tts/requests',
      '/v1/stt/transcripts',
      '/v1/audio',
      '/v1/voices',
      '/api',
      '/admin/v1',
    ),
    fc.oneof(
      fc.webPath(),
      fc.string({ unit: 'binary' }).map((path) => `/${encodeURIComponent(path.toWellFormed())}`),
    ),
    fc.oneof(
      fc.constant(''),
      fc.webQueryParameters().map((query) => `?${query}`),
    ),
  )
  .map((parts) => parts.join(''));
