/** Help for choosing a model. */
export interface ModelAdvice {
  /** One line, without a full stop at its end. */
  readonly goodFor: string;
  /**
   * The project's measurements, see docs/models.md; absent if its files are not available where the measurements are made.
   */
  readonly measured?: string;
}

const PIPER = 'a natural voice at little cost';

/** Advice on the catalogue's voices and recognizers, by id. */
const ADVICE: Readonly<Record<string, ModelAdvice>> = {
  'piper-en-us-joe-medium': {
    goodFor: 'the default American English voice: natural, fast on two cores, male',
    measured: '5.8 % of words lost in a round trip, 0.066 s for a second of speech, 281 MiB',
  },
  'piper-de-de-thorsten-medium': { goodFor: `German: ${PIPER}, male` },
  'piper-fr-fr-siwis-medium': { goodFor: `French: ${PIPER}, female` },
  'piper-es-es-davefx-medium': { goodFor: `European Spanish: ${PIPER}, male` },
  'piper-it-it-paola-medium': { goodFor: `Italian: ${PIPER}, female` },
  'piper-pt-br-faber-medium': { goodFor: `Brazilian Portuguese: ${PIPER}, male` },
  'piper-uk-ua-lada-x-low': { goodFor: 'Ukrainian on small machines: the smallest Piper voice, female' },
  'piper-ru-ru-denis-medium': { goodFor: `Russian: ${PIPER}, male` },
  'piper-hi-in-pratham-medium': { goodFor: `Hindi: ${PIPER}, male` },
  'piper-vi-vn-vais1000-medium': { goodFor: `Vietnamese: ${PIPER}, female` },
  'piper-zh-cn-huayan-medium': { goodFor: `Mandarin: ${PIPER}, female` },
  'piper-pl-pl-gosia-medium': { goodFor: `Polish: ${PIPER}, female` },
  'piper-tr-tr-fettah-medium': { goodFor: `Turkish: ${PIPER}, male` },
  'piper-sv-se-nst-medium': { goodFor: `Swedish: ${PIPER}, male` },
  'kokoro-v1.0-int8': {
    goodFor:
      'many voices, the most natural ones; for batch work, because it is slower than real time on two cores',
    measured:
      '0 to 6.3 % of words lost in a round trip, 1.9 to 3.3 s for a second of speech, memory not measured',
  },
  'kokoro-multi-lang-v1.0': {
    goodFor: 'all voices of Kokoro in full precision: English and Chinese, on powerful machines',
  },
  'kokoro-en-v0.19': { goodFor: 'eleven natural English voices of an earlier Kokoro, on powerful machines' },
  'kitten-nano-en-v0.2': { goodFor: 'English on the smallest machines: eight voices in 24 MB' },
  'matcha-en-us-ljspeech': {
    goodFor: 'American English, female; needs a vocoder, which is downloaded with it',
  },
  'moonshine-tiny-en': {
    goodFor: 'the default for English: small, live sessions on two cores; no other language',
    measured: '6.0 % word errors, 0.018 s for a second of speech, 243 MiB',
  },
  'whisper-tiny': { goodFor: '99 languages in 104 MB, with low accuracy; batch rather than live work' },
  'whisper-base': { goodFor: '99 languages, better than tiny at half its speed; batch work' },
  'whisper-small': { goodFor: '99 languages, the most accurate choice for small machines; batch work' },
  'sense-voice-small': { goodFor: 'Mandarin, Cantonese, Japanese, Korean and English in one fast model' },
  'parakeet-tdt-0.6b-v2': { goodFor: 'English with few errors, on machines with enough memory' },
  'parakeet-tdt-0.6b-v3': {
    goodFor: '25 European languages with few errors, on machines with enough memory',
  },
  'paraformer-zh': { goodFor: 'recordings in Mandarin, including English words' },
  'streaming-zipformer-en': { goodFor: 'live English, word by word as it is spoken; capitals only' },
  'streaming-zipformer-zh-en': { goodFor: 'live Mandarin and English, word by word as it is spoken' },
  'streaming-paraformer-zh-en': { goodFor: 'live Mandarin and English, on machines with enough memory' },
};

/** @returns `undefined` for parts of other models, and for ids that are not in the catalogue */
export function adviceOn(modelId: string): ModelAdvice | undefined {
  return Object.hasOwn(ADVICE, modelId) ? ADVICE[modelId] : undefined;
}

/** @returns the measurements, or a note that there are none */
export function measuredFigures(modelId: string): string {
  return adviceOn(modelId)?.measured ?? 'not measured';
}
