import { fakeRecognitionEngine, fakeVoiceActivityDetector } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import type { RecognitionEngine } from '../../engine/recognition-engine.ts';
import type { TermCorrector } from '../../vocabulary/term-corrector.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { languageOf, withVocabulary } from './with-vocabulary.ts';

/** Writes Snowflake in place of `snow flake`, and notes the language of each text. */
function snowflakes() {
  const languages: (string | undefined)[] = [];
  const corrector: TermCorrector = {
    corrections(text) {
      const start = text.indexOf('snow flake');
      return start === -1 ? [] : [{ start, end: start + 10, term: 'Snowflake' }];
    },
  };
  const correctorFor: Vocabulary['correctorFor'] = async (language) => {
    languages.push(language);
    return corrector;
  };
  return { vocabulary: { terms: [], readings: [], correctorFor }, languages };
}

const recognizerOf = (engine: RecognitionEngine) => ({ engine, voiceActivity: fakeVoiceActivityDetector() });
const SECOND = new Float32Array(16_000).fill(0.5);

describe('a recognizer with terms', () => {
  it('is the same one without any', () => {
    const recognizer = recognizerOf(fakeRecognitionEngine());
    expect(withVocabulary(recognizer, undefined)).toBe(recognizer);
  });

  it('writes them in place of what was recognized, and keeps that', async () => {
    const { vocabulary } = snowflakes();
    const recognizer = recognizerOf(fakeRecognitionEngine({ script: { texts: ['a snow flake', 'none'] } }));
    const { engine } = withVocabulary(recognizer, vocabulary);
    expect(await engine.recognize(SECOND)).toEqual({
      text: 'a Snowflake',
      tokens: [],
      heard: { text: 'a snow flake', replaced: [{ start: 2, end: 12, term: 'Snowflake' }] },
    });
    expect(await engine.recognize(SECOND)).toStrictEqual({ text: 'none', tokens: [] });
  });

  it('writes them in a stream too, and only streams if its engine does', async () => {
    const { vocabulary } = snowflakes();
    const script = { hear: () => 'a snow flake' };
    const streaming = fakeRecognitionEngine({ script, capabilities: { streaming: true } });
    const stream = await withVocabulary(recognizerOf(streaming), vocabulary).engine.openStream?.();
    expect(await stream?.accept(SECOND)).toMatchObject({ text: 'a Snowflake' });
    expect(await stream?.endUtterance()).toMatchObject({ text: 'a Snowflake' });
    await stream?.close();
    await expect(stream?.accept(SECOND)).rejects.toBeDefined();
    const whole = withVocabulary(recognizerOf(fakeRecognitionEngine({ script })), vocabulary);
    expect(whole.engine).not.toHaveProperty('openStream');
  });

  it.each([
    ['the language that was heard', ['de', 'en'], undefined, 'fr', 'fr'],
    ['the one that was asked for', ['de', 'en'], 'de', undefined, 'de'],
    ['the only one of the engine', ['it'], undefined, undefined, 'it'],
    ['none that is known', ['de', 'en'], undefined, undefined, undefined],
    ['none that is known by an engine of all languages', ['*'], undefined, undefined, undefined],
  ])('looks for them in %s', async (_which, languages, asked, heard, expected) => {
    const { vocabulary, languages: lookedIn } = snowflakes();
    const said = { text: 'a snow flake', tokens: [], ...(heard !== undefined && { language: heard }) };
    const engine = fakeRecognitionEngine({ script: { texts: [said] }, capabilities: { languages } });
    await withVocabulary(recognizerOf(engine), vocabulary, asked).engine.recognize(SECOND);
    expect(lookedIn).toEqual([expected]);
    expect(languageOf(engine, heard ?? asked)).toBe(expected);
  });

  it('looks for none in silence', async () => {
    const { vocabulary, languages } = snowflakes();
    const engine = fakeRecognitionEngine({ script: { texts: [''] } });
    await withVocabulary(recognizerOf(engine), vocabulary).engine.recognize(SECOND);
    expect(languages).toEqual([]);
  });

  it('has them ready when it is warm, holds its engine, and does not close it', async () => {
    const { vocabulary, languages } = snowflakes();
    const engine = fakeRecognitionEngine({ capabilities: { languages: ['it'] } });
    let held = 0;
    const hold = (): (() => void) => {
      held += 1;
      return () => {
        held -= 1;
      };
    };
    const recognizer = withVocabulary(recognizerOf({ ...engine, hold }), vocabulary);
    await recognizer.engine.warm();
    expect([engine.warmCalls, languages]).toEqual([1, ['it']]);
    const release = recognizer.engine.hold?.();
    expect(held).toBe(1);
    release?.();
    expect(held).toBe(0);
    withVocabulary(recognizerOf(engine), vocabulary).engine.hold?.()();
    await recognizer.engine.close();
    expect(engine.isClosed).toBe(false);
  });
});
