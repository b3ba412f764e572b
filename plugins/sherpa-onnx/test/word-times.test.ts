import { type RecognizedUtterance, toSrt, toVtt } from '@parlance/core/segmentation';
import { expect, it, vi } from 'vitest';
import { recognizedUtterance } from '../../../packages/core/src/segmentation/recognized-utterance.ts';
import { RECOGNITION_FAMILIES, type RecognitionFamilyName } from '../src/families/recognition-families.ts';
import { recognitionOf } from '../src/host/recognition-result.ts';

interface AddonResult {
  readonly text: string;
  readonly tokens: readonly string[];
  readonly timestamps: readonly number[];
  readonly ys_log_probs?: readonly number[];
}

/** What the addon's recognizer answers next: models of these families are too large for a test. */
const addon = vi.hoisted(() => ({ result: { text: '', tokens: [], timestamps: [] } as AddonResult }));
vi.mock('sherpa-onnx-node', () => ({
  default: {
    OfflineRecognizer: class {
      createStream() {
        return { acceptWaveform() {} };
      }
      decode() {}
      getResult() {
        return addon.result;
      }
    },
  },
}));
const { default: worker } = await import('../src/worker/recognition.ts');

const RATE_HZ = 16_000;
const WINDOW = { windowStartTime: 10, startTime: 10, endTime: 14 };

/** Takes a result of the addon the whole way: the worker, the host, the utterance. */
async function hear(name: RecognitionFamilyName, result: AddonResult): Promise<RecognizedUtterance> {
  const { limits, continuationMark } = RECOGNITION_FAMILIES[name] as {
    limits: (typeof RECOGNITION_FAMILIES)['moonshine']['limits'];
    continuationMark?: string;
  };
  addon.result = result;
  const place = { threadIndex: 0, isLead: true } as never;
  const { run } = await worker.load({ config: {}, paths: [], limits }, place, undefined);
  const raw = await run({ samples: new Float32Array(4 * RATE_HZ) }, {} as never);
  const recognition = recognitionOf(raw, continuationMark);
  return recognizedUtterance(recognition, { text: recognition.text, ...WINDOW });
}

const everyHalfSecond = (tokens: readonly string[]) => tokens.map((_, index) => index / 2);

// The addon writes the mark of SentencePiece as a space, and Paraformer's text with one in front of each word.
it.each<[RecognitionFamilyName, string, readonly string[], readonly string[], readonly number[]]>([
  ['transducer', ' HELLO WORLD', [' HE', 'LL', 'O', ' WORLD'], ['HELLO', 'WORLD'], [10, 11.5]],
  ['transducer', '今天 OK', ['今', '天', ' O', 'K'], ['今', '天', 'OK'], [10, 10.5, 11]],
  ['transducer', '你好', ['<0xE4>', '<0xBD>', '<0xA0>', '好'], ['你', '好'], [10, 11.5]],
  ['nemo-transducer', ' Hello, world.', [' Hel', 'lo', ',', ' world', '.'], ['Hello,', 'world.'], [10, 11.5]],
  ['nemo-ctc', ' it is', [' it', ' i', 's'], ['it', 'is'], [10, 10.5]],
  [
    'paraformer',
    ' hello world 你好',
    ['hel@@', 'lo', 'world', '你', '好'],
    ['hello', 'world', '你', '好'],
    [10, 11, 11.5, 12],
  ],
  [
    'sense-voice',
    '今天，很好。',
    ['今', '天', '，', '很', '好', '。'],
    ['今', '天，', '很', '好。'],
    [10, 10.5, 11.5, 12],
  ],
])('%s: words of %j', async (family, text, tokens, words, starts) => {
  const heard = await hear(family, { text, tokens, timestamps: everyHalfSecond(tokens) });
  expect(heard.words?.map((word) => word.text)).toEqual(words);
  const measured = heard.words?.map(({ startTime }) => startTime) ?? [];
  expect(measured).toHaveLength(starts.length);
  for (const [index, start] of starts.entries()) expect(measured[index]).toBeCloseTo(start, 5);
  expect(toSrt([heard])).toContain(`00:00:10,000 --> `);
  expect(toVtt([heard])).toContain(text.trim());
});

it.each<[RecognitionFamilyName, AddonResult]>([
  ['whisper', { text: ' Hello.', tokens: [' Hello', '.'], timestamps: [] }],
  ['moonshine', { text: 'Hello.', tokens: ['▁Hello', '.'], timestamps: [] }],
  // Of an older export, without the output that times are made of.
  ['paraformer', { text: ' hello', tokens: ['hel@@', 'lo'], timestamps: [] }],
])('%s: no words where the model gives no times', async (family, result) => {
  expect(await hear(family, result)).toEqual({ text: result.text.trim(), startTime: 10, endTime: 14 });
});

it('cuts subtitles at the recognized words', async () => {
  const words = Array.from({ length: 24 }, (_, index) => `word${index}`);
  const tokens = words.map((word) => ` ${word}`);
  const heard = await hear('nemo-ctc', {
    text: tokens.join(''),
    tokens,
    timestamps: tokens.map((_, index) => index * 0.1),
  });
  const [, second = ''] = toSrt([heard]).split('\n\n');
  const [, from = ''] = /--> [^\n]*\n(word\d+)/.exec(second) ?? [];
  const start = 10 + words.indexOf(from) * 0.1;
  expect(second).toContain(`00:00:${start.toFixed(3).replace('.', ',')} --> `);
});
