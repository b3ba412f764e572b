import type { App } from '../accounts/app.ts';
import type { AudioFormat } from '../audio/output-format.ts';
import type { Voice } from '../engine/voice.ts';
import { SpeechError } from '../errors/speech-error.ts';
import type { LiveAccount, LiveEnd } from '../synthesis/live/live-credits.ts';
import type { LiveSynthesizer } from '../synthesis/live/live-synthesizer.ts';

/** The voice of a configured stream. */
export interface StreamVoice {
  readonly voice: Voice;
  readonly format: AudioFormat;
  readonly speed: number;
}

/** Charges the text of one stream as it grows. */
export interface StreamAccount {
  /**
   * Runs `then` once the text is paid for; one after another, in the order of the calls. After a failure nothing more is run.
   *
   * @param characters code points of the whole stream so far
   */
  pay(characters: number, then: () => void): void;
  /** Runs something after everything that is still being paid for. */
  afterwards(run: () => void): void;
  /** Charges what was spoken; once, last. Never rejects. */
  end(end: LiveEnd): Promise<void>;
}

export interface StreamAccountOptions {
  readonly app: Pick<App, 'appId'>;
  readonly using: StreamVoice;
  /** Called when text cannot be paid for. */
  readonly onRefused: (error: unknown) => void;
}

/**
 * A language model's words arrive one by one, and each would be a separate transaction. So credits are reserved in blocks ahead, each block as a separate
 * request in the report, since a request reserves only once. A block has twice the characters of the one before, up to the maximum.
 */
const [FIRST_BLOCK_CHARACTERS, MAX_BLOCK_CHARACTERS] = [300, 4800];

interface Block {
  readonly account: LiveAccount;
  readonly characters: number;
}

export function openStreamAccount(
  { credits, random }: Pick<LiveSynthesizer, 'credits' | 'random'>,
  { app, using: { voice, format, speed }, onRefused }: StreamAccountOptions,
): StreamAccount {
  const blocks: Block[] = [];
  let coveredCharacters = 0;
  let isRefused = false;
  let paying = Promise.resolve();
  const reserve = async (characters: number): Promise<void> => {
    const requestId = random.id();
    const account = credits.open({ requestId, app, voice, voiceCode: voice.code, characters, format, speed });
    await account.covered;
    blocks.push({ account, characters });
    coveredCharacters += characters;
  };
  const cover = async (characters: number): Promise<void> => {
    const missing = characters - coveredCharacters;
    if (missing <= 0) return;
    const block = Math.min(FIRST_BLOCK_CHARACTERS * 2 ** blocks.length, MAX_BLOCK_CHARACTERS);
    if (block <= missing) return reserve(missing);
    await reserve(block).catch((error: unknown) => {
      if (!SpeechError.is(error) || error.code !== 'INSUFFICIENT_CREDIT') throw error;
      return reserve(missing);
    });
  };
  const afterwards = (run: () => void): void => {
    paying = paying.then(run);
  };
  return {
    pay(characters, then) {
      paying = paying.then(async () => {
        if (isRefused) return;
        try {
          await cover(characters);
          then();
        } catch (error) {
          isRefused = true;
          onRefused(error);
        }
      });
    },
    afterwards,
    async end({ spokenCharacters, characters = 0, error }) {
      // Text that still waits to be paid for is no longer spoken.
      isRefused = true;
      await paying;
      let [unspoken, rest] = [spokenCharacters, characters];
      for (const block of blocks) {
        const spoken = Math.min(unspoken, block.characters);
        const written = Math.min(rest, block.characters);
        unspoken -= spoken;
        rest -= written;
        await block.account.end({ spokenCharacters: spoken, characters: written, error });
      }
    },
  };
}
