import type { App } from '../accounts/app.ts';
import { compareDecimals } from '../accounts/ledger/decimal.ts';
import type { Voice } from '../engine/voice.ts';
import { SpeechError } from '../errors/speech-error.ts';
import { LIMITS } from '../limits/limits.ts';
import type { Script } from '../ssml/delivery.ts';
import { readScript } from '../synthesis/request/read-script.ts';
import type { SpeechSynthesizer } from '../synthesis/speech/speech-synthesizer.ts';

/**
 * Reads a document of a stream. A stream is charged at the factor of its own voice, so more expensive voices may not speak parts of it.
 *
 * @throws SpeechError see {@link readScript}
 */
export function readDocument(
  synthesizer: SpeechSynthesizer,
  text: string,
  { voice, app }: { readonly voice: Voice; readonly app: Pick<App, 'appId'> },
): Promise<Script> {
  const isAllowed = ({ creditFactor }: Voice): boolean =>
    compareDecimals(creditFactor, voice.creditFactor) <= 0;
  return readScript(synthesizer, text, {
    voice,
    appId: app.appId,
    maxChars: LIMITS.speechStream.maxTextChars,
    isAllowed,
    require(other) {
      if (isAllowed(other)) return;
      throw new SpeechError(
        'INVALID_INPUT',
        `voice ${other.code} costs more than ${voice.code}, the voice of this stream; open a stream with ${other.code} for it.`,
        { field: 'voiceCode' },
      );
    },
  });
}
