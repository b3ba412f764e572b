import { compareDecimals } from '../../accounts/ledger/decimal.ts';
import { isVisibleTo, type Voice } from '../../engine/voice.ts';
import type { Casting } from '../../ssml/casting.ts';
import type { Script } from '../../ssml/delivery.ts';
import { isSameLanguage } from '../../text/language-codes.ts';
import type { VoiceCatalogue } from '../../voices/voice-catalogue.ts';

export interface CastingOptions {
  /** The request's voice. */
  readonly voice: Voice;
  /** The caller's app; `undefined` in-process. */
  readonly appId: string | undefined;
  /** Refuses voices that this kind of request may not use. */
  readonly require?: ((voice: Voice) => void) | undefined;
  readonly isAllowed?: ((voice: Voice) => boolean) | undefined;
}

/** The voices that may speak parts of a caller's text: those that the caller could request. */
export function castingOf(
  catalogue: VoiceCatalogue,
  { voice, appId, require, isAllowed = () => true }: CastingOptions,
): Casting {
  const choices = catalogue.voices.filter((one) => isVisibleTo(one, appId) && isAllowed(one));
  return {
    voice,
    named(codes) {
      const [first = ''] = codes;
      const code = codes.find((one) => choices.some((choice) => choice.code === one)) ?? first;
      const found = catalogue.find(code, appId);
      require?.(found);
      return found;
    },
    matching({ language, gender, present }) {
      const fits = (one: Voice): boolean =>
        isSameLanguage(one.languageCode, language) && (gender === undefined || one.gender === gender);
      const isExact = (one: Voice): boolean => one.languageCode.toLowerCase() === language.toLowerCase();
      const candidates = [present, ...choices].filter(fits);
      return candidates.find(isExact) ?? candidates[0];
    },
  };
}

/** The highest factor of the voices that speak a text: a part with a cheaper voice costs no less, so that the price is a single product. */
export function creditFactorOf(voice: Voice, script: Script | undefined): string {
  const factors = script?.passages.map(({ delivery }) => delivery.voice.creditFactor) ?? [];
  return factors.reduce(
    (most, factor) => (compareDecimals(factor, most) > 0 ? factor : most),
    voice.creditFactor,
  );
}
