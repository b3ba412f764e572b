import type { Recognition, RecognitionEngine, RecognitionStream } from '../../engine/recognition-engine.ts';
import type { EngineCallOptions } from '../../engine/synthesis-engine.ts';
import { type TermCorrector, withTerms } from '../../vocabulary/term-corrector.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { correctedTokens } from '../words/corrected-tokens.ts';
import type { SpeechRecognizer } from './speech-recognizer.ts';

/**
 * The same recognizer with the terms of a vocabulary: words that it recognized in place of a term are replaced by it. The original text stays
 * in {@link Recognition.heard}.
 *
 * @param vocabulary absent: nothing changes
 * @param language BCP 47 code of the speech. Absent: the recognizer's, if it has only one
 */
export function withVocabulary(
  recognizer: SpeechRecognizer,
  vocabulary: Vocabulary | undefined,
  language?: string,
): SpeechRecognizer {
  if (vocabulary === undefined) return recognizer;
  const known = languageOf(recognizer.engine, language);
  return {
    ...recognizer,
    engine: correcting(recognizer.engine, (heardIn) => vocabulary.correctorFor(heardIn ?? known)),
  };
}

/** @returns the language of the speech, if it is known: the requested one, or the only one of the recognizer */
export function languageOf(
  { capabilities }: Pick<RecognitionEngine, 'capabilities'>,
  named: string | undefined,
): string | undefined {
  const [only, ...others] = capabilities.languages;
  return named ?? (others.length === 0 && only !== '*' ? only : undefined);
}

function correcting(
  engine: RecognitionEngine,
  correctorOf: (heardIn?: string) => Promise<TermCorrector>,
): RecognitionEngine {
  const correct = async (recognition: Recognition): Promise<Recognition> =>
    recognition.text === '' ? recognition : corrected(recognition, await correctorOf(recognition.language));
  const openStream = engine.openStream?.bind(engine);
  const streamOf = async (options?: EngineCallOptions): Promise<RecognitionStream | undefined> => {
    const stream = await openStream?.(options);
    return (
      stream && {
        accept: async (samples) => correct(await stream.accept(samples)),
        endUtterance: async () => correct(await stream.endUtterance()),
        close: () => stream.close(),
      }
    );
  };
  return {
    id: engine.id,
    model: engine.model,
    capabilities: engine.capabilities,
    warm: async () => void (await Promise.all([engine.warm(), correctorOf()])),
    recognize: async (samples, options) => correct(await engine.recognize(samples, options)),
    ...(openStream && { openStream: async (options) => (await streamOf(options)) as RecognitionStream }),
    hold: () => engine.hold?.() ?? (() => undefined),
    // Its owner closes it.
    close: async () => undefined,
  };
}

function corrected(recognition: Recognition, corrector: TermCorrector): Recognition {
  const corrections = corrector.corrections(recognition.text);
  if (corrections.length === 0) return recognition;
  const { text: heard, tokens } = recognition;
  return {
    ...recognition,
    text: withTerms(heard, corrections),
    tokens: correctedTokens(heard, tokens, corrections),
    heard: { text: heard, replaced: corrections },
  };
}
