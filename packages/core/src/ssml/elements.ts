import { plainIpa, splitSounds } from '../engine/pronunciation.ts';
import { isSameLanguage } from '../text/language-codes.ts';
import type { PausePlan } from '../text/pause-plan.ts';
import { MAX_PAUSE_SECONDS, rateOf, secondsOf, strengthSeconds, volumeOf } from './attribute-values.ts';
import type { Casting } from './casting.ts';
import type { Delivery, EmphasisLevel } from './delivery.ts';
import { isInterpretation, type SayAs } from './say-as.ts';
import type { ScriptWriter } from './script-writer.ts';
import { fromXSampa } from './x-sampa.ts';

/** What an element does to the text inside it. */
export interface ElementEffect {
  /** Absent: that of the element around it. */
  readonly delivery?: Delivery | undefined;
  /** Spoken instead of the text inside. */
  readonly alias?: string | undefined;
  readonly sayAs?: SayAs | undefined;
  /** How the text inside is pronounced, in IPA. */
  readonly ipa?: string | undefined;
  /** Whether its text is not spoken. */
  readonly isSilent?: boolean | undefined;
  /** What ends both before it and with it. */
  readonly boundary?: 'sentence' | 'paragraph' | undefined;
}

export interface ElementContext {
  readonly attributes: Readonly<Record<string, string>>;
  /** The delivery of the text around the element. */
  readonly delivery: Delivery;
  readonly casting: Casting;
  readonly pauses: PausePlan;
  readonly writer: Pick<ScriptWriter, 'pause' | 'mark'>;
  /** Reports to the caller what is read differently from the markup; the place is added in front. */
  readonly warn: (what: string) => void;
}

export type ElementReader = (context: ElementContext) => ElementEffect;

const LEVELS: ReadonlySet<string> = new Set<EmphasisLevel>(['strong', 'moderate', 'reduced']);
/** The alphabets that `ph` may use. */
const ALPHABETS: ReadonlyMap<string, (ph: string) => string> = new Map([
  ['ipa', (ph) => ph],
  ['x-sampa', fromXSampa],
  ['xsampa', fromXSampa],
]);
const GENDERS = new Set(['male', 'female']);
const UNSUPPORTED_PROSODY = ['pitch', 'contour', 'range', 'duration'];
const through: ElementReader = () => ({});
const silent: ElementReader = () => ({ isSilent: true });

/** Every known element, by name. */
export const ELEMENTS: Readonly<Record<string, ElementReader>> = {
  speak({ attributes: { 'xml:lang': language }, delivery: { voice }, warn }) {
    // The voice was chosen outside the document.
    if (language !== undefined && !isSameLanguage(voice.languageCode, language)) {
      warn(`xml:lang "${short(language)}" is not the language of voice ${voice.code}, which speaks the text`);
    }
    return {};
  },
  p: (context) => ({ boundary: 'paragraph', ...inLanguage(context) }),
  s: (context) => ({ boundary: 'sentence', ...inLanguage(context) }),
  break: readBreak,
  prosody: readProsody,
  emphasis: readEmphasis,
  'say-as': readSayAs,
  sub({ attributes: { alias }, warn }) {
    if (alias === undefined) warn('sub has no alias; its text is spoken');
    return { alias };
  },
  voice: readVoice,
  lang: inLanguage,
  mark({ attributes: { name }, writer, warn }) {
    if (name === undefined || name === '') warn('mark has no name; it is passed over');
    else writer.mark(name);
    return {};
  },
  phoneme: readPhoneme,
  audio({ warn }) {
    warn('audio is not played; the text inside it is spoken');
    return {};
  },
  ...{ token: through, w: through },
  ...{ desc: silent, metadata: silent, meta: silent, lexicon: silent },
};

/** Reads an unknown element: its text is spoken. */
export function readUnknown(name: string): ElementReader {
  return ({ warn }) => {
    warn(`${name} is not known; its text is spoken`);
    return {};
  };
}

function readBreak({ attributes: { time, strength }, pauses, writer, warn }: ElementContext): ElementEffect {
  const seconds = time === undefined ? strengthSeconds(strength, pauses) : secondsOf(time);
  if (seconds === undefined) {
    warn(
      time === undefined
        ? `strength of break must be none, x-weak, weak, medium, strong or x-strong; got "${short(strength)}"`
        : `time of break must be seconds or milliseconds, such as "1.5s" or "300ms"; got "${short(time)}"`,
    );
  } else if ((seconds > 0 || time !== undefined) && !writer.pause(seconds)) {
    warn(`a silence has at most ${MAX_PAUSE_SECONDS} seconds; it is cut to that`);
  }
  return {};
}

function readProsody({ attributes, delivery, warn }: ElementContext): ElementEffect {
  for (const name of UNSUPPORTED_PROSODY) {
    if (attributes[name] !== undefined) warn(`${name} of prosody is not supported; it is passed over`);
  }
  const rate = attributes.rate === undefined ? 1 : rateOf(attributes.rate);
  const gainDb = attributes.volume === undefined ? 0 : volumeOf(attributes.volume);
  if (rate === undefined) {
    warn(
      `rate of prosody must be a label, a factor or a percentage, such as "slow", "1.2" or "80%"; got "${short(attributes.rate)}"`,
    );
  }
  if (gainDb === undefined) {
    warn(
      `volume of prosody must be a label or decibels, such as "soft" or "+6dB"; got "${short(attributes.volume)}"`,
    );
  }
  return {
    delivery: { ...delivery, rate: delivery.rate * (rate ?? 1), gainDb: delivery.gainDb + (gainDb ?? 0) },
  };
}

function readEmphasis({ attributes: { level = 'moderate' }, delivery, warn }: ElementContext): ElementEffect {
  if (LEVELS.has(level)) return { delivery: { ...delivery, emphasis: level as EmphasisLevel } };
  if (level !== 'none')
    warn(`level of emphasis must be strong, moderate, reduced or none; got "${short(level)}"`);
  return { delivery: { ...delivery, emphasis: undefined } };
}

function readSayAs({ attributes, warn }: ElementContext): ElementEffect {
  const { 'interpret-as': interpretAs, format } = attributes;
  if (interpretAs !== undefined && isInterpretation(interpretAs)) return { sayAs: { interpretAs, format } };
  warn(
    interpretAs === undefined
      ? 'say-as has no interpret-as; its text is read as it is written'
      : `interpret-as "${short(interpretAs)}" is not known; the text is read as it is written`,
  );
  return {};
}

function readPhoneme({ attributes, delivery: { voice }, warn }: ElementContext): ElementEffect {
  const { ph = '', alphabet = 'ipa' } = attributes;
  const why = (what: string): ElementEffect => {
    warn(`${what}; the text inside phoneme is spoken`);
    return {};
  };
  const toIpa = ALPHABETS.get(alphabet.toLowerCase());
  if (toIpa === undefined) return why(`alphabet must be ipa or x-sampa; got "${short(alphabet)}"`);
  if (voice.sounds === undefined) return why(`voice ${voice.code} takes no phonemes`);
  const ipa = plainIpa(toIpa(ph));
  const sounds = splitSounds(ipa, voice.sounds);
  if ('unknown' in sounds) return why(`voice ${voice.code} has no sound "${sounds.unknown}"`);
  return sounds.spoken.length === 0 ? why('ph is empty') : { ipa };
}

function readVoice(context: ElementContext): ElementEffect {
  const { attributes, delivery, casting, warn } = context;
  const language = attributes['xml:lang'] ?? attributes.languages;
  const names = attributes.name?.split(/\s+/).filter((name) => name !== '') ?? [];
  if (names.length > 0) return { delivery: { ...delivery, voice: casting.named(names) } };
  const gender = GENDERS.has(attributes.gender ?? '') ? attributes.gender : undefined;
  if (language === undefined && gender === undefined) {
    warn('voice has neither name nor language nor gender; the voice stays');
    return {};
  }
  return recast(context, { language: language ?? delivery.voice.languageCode, gender });
}

/** `xml:lang`: a voice of that language, unless the current one speaks it. */
function inLanguage(context: ElementContext): ElementEffect {
  const language = context.attributes['xml:lang'];
  return language === undefined ? {} : recast(context, { language });
}

function recast(
  { delivery, casting, warn }: ElementContext,
  { language, gender }: { readonly language: string; readonly gender?: string | undefined },
): ElementEffect {
  const voice = casting.matching({ language, gender, present: delivery.voice });
  if (voice !== undefined) return { delivery: { ...delivery, voice } };
  const which =
    gender === undefined ? `speaks "${short(language)}"` : `is ${gender} and speaks "${short(language)}"`;
  warn(`no voice ${which}; ${delivery.voice.code} goes on`);
  return {};
}

const MAX_SHOWN_CHARS = 40;

function short(text = ''): string {
  return text.slice(0, MAX_SHOWN_CHARS);
}
