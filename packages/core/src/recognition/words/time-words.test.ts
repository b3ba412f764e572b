import { evenAligner } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import type { Recognition, RecognizedToken } from '../../engine/recognition-engine.ts';
import type { TextAligner } from '../../engine/text-aligner.ts';
import { SpeechError, type SpeechErrorCode } from '../../errors/index.ts';
import type { Lane } from '../../scheduling/lanes.ts';
import { timeWords } from './time-words.ts';

const RATE_HZ = 16_000;
const SAMPLES = new Float32Array(2 * RATE_HZ);

interface Asked {
  readonly lane?: Lane;
  readonly signal?: AbortSignal;
  readonly align?: TextAligner['align'];
}

/** What becomes of a recognition, with an aligner that gives each word the same time or is told what to do. */
function timed(
  recognition: Recognition,
  { lane = 'final', signal = new AbortController().signal, align }: Asked = {},
): Promise<Recognition> {
  const even = evenAligner();
  const aligner = { ...even, align: align ?? even.align };
  const call = { lane, signal };
  return timeWords(
    recognition,
    { aligner, languageCode: 'en' },
    { samples: SAMPLES, sampleRateHz: RATE_HZ, call },
  );
}

const said = (text: string, tokens: readonly RecognizedToken[] = []): Recognition => ({ text, tokens });

/** An aligner that fails so often, and then does its work. */
function failing(code: SpeechErrorCode, times = Number.POSITIVE_INFINITY) {
  let calls = 0;
  const align: TextAligner['align'] = async (task, call) => {
    calls += 1;
    if (calls <= times) throw new SpeechError(code, 'The aligner is told to fail.');
    return evenAligner().align(task, call);
  };
  return {
    align,
    get calls() {
      return calls;
    },
  };
}

describe('the times of recognized words', () => {
  it('are told by a token for each word, which spells it', async () => {
    const { tokens } = await timed(said('Hello, world.'));
    expect(tokens.map(({ text }) => text)).toEqual([' Hello,', ' world.']);
    const times = tokens.flatMap(({ startSeconds = -1, endSeconds = -1 }) => [startSeconds, endSeconds]);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(times[0]).toBeGreaterThanOrEqual(0);
  });

  it('are looked for in a copy of the samples, which the caller keeps', async () => {
    let given: Float32Array | undefined;
    await timed(said('Hello.'), {
      align: async (task, call) => {
        given = task.samples;
        return evenAligner().align(task, call);
      },
    });
    expect(given).toEqual(SAMPLES);
    expect(given).not.toBe(SAMPLES);
  });

  it('are not looked for in a text without words', async () => {
    const aligner = failing('ENGINE_FAILED');
    expect(await timed(said(' '), { align: aligner.align })).toEqual(said(' '));
    expect(aligner.calls).toBe(0);
  });

  it.each<[string, readonly (number | undefined)[], number | undefined]>([
    ["have the mean probability of the engine's tokens", [-1, -2], -1.5],
    ['have none if the engine reports none', [undefined, undefined], undefined],
    ['have none if the engine reports only some', [-1, undefined], undefined],
    ['have none if the engine has no tokens', [], undefined],
  ])('%s', async (_what, known, expected) => {
    const tokens = known.map((logProbability) => ({
      text: 'x',
      ...(logProbability !== undefined && { logProbability }),
    }));
    for (const token of (await timed(said('Hello, world.', tokens))).tokens)
      if (expected === undefined) expect(token).not.toHaveProperty('logProbability');
      else expect(token.logProbability).toBe(expected);
  });

  it('are those of the words that were heard, in the tokens of the term that replaced them', async () => {
    const heard = { text: 'ask snow flake', replaced: [{ start: 4, end: 14, term: 'Snowflake' }] };
    let aligned = '';
    const { text, tokens } = await timed(
      { ...said('ask Snowflake'), heard },
      {
        align: async (task, call) => {
          aligned = task.text;
          return evenAligner().align(task, call);
        },
      },
    );
    expect([aligned, text]).toEqual(['ask snow flake', 'ask Snowflake']);
    expect(tokens.map((token) => token.text)).toEqual([' ask', ' Snowflake']);
  });
});

describe('an aligner that fails', () => {
  it.each<[Lane, SpeechErrorCode, 'no times' | 'an error']>([
    ['final', 'ENGINE_FAILED', 'no times'],
    ['ahead', 'ENGINE_FAILED', 'no times'],
    ['sync', 'ENGINE_FAILED', 'an error'],
    ['batch', 'ENGINE_FAILED', 'an error'],
    // The text is too long for its samples: it will be the next time, too.
    ['batch', 'INVALID_INPUT', 'no times'],
  ])('in lane %s with %s leaves %s', async (lane, code, outcome) => {
    const { align } = failing(code);
    const asked = timed(said('Hello.'), { lane, align });
    if (outcome === 'an error') await expect(asked).rejects.toMatchObject({ code });
    else expect(await asked).toEqual(said('Hello.'));
  });

  it('since its worker died is asked once more', async () => {
    const once = failing('ENGINE_CRASHED', 1);
    expect((await timed(said('Hello.'), { lane: 'batch', align: once.align })).tokens).toHaveLength(1);
    const always = failing('ENGINE_CRASHED');
    const asked = timed(said('Hello.'), { lane: 'batch', align: always.align });
    await expect(asked).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
    expect([once.calls, always.calls]).toEqual([2, 2]);
    const other = failing('ENGINE_FAILED');
    await timed(said('Hello.'), { align: other.align });
    expect(other.calls).toBe(1);
  });

  it('since its caller left says so in every lane, and is not asked again', async () => {
    const caller = new AbortController();
    let calls = 0;
    const align = async () => {
      calls += 1;
      caller.abort();
      throw new SpeechError('ENGINE_CRASHED', 'It was ended.');
    };
    const asked = timed(said('Hello.'), { signal: caller.signal, align });
    await expect(asked).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
    expect(calls).toBe(1);
  });
});
