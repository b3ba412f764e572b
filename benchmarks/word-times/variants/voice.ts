import type { AlignedWord, Gender, SpeechPlugin } from '@parlance/core/engine';
import { createSpeech } from '@parlance/runtime';
import { fakePluginContext } from '@parlance/testkit';
import type { Variant } from '../../runner/contract.ts';
import { spreadOf } from '../../runner/statistics.ts';
import { CASES, type Language } from '../cases.ts';
import { sentencesOf } from '../sentences.ts';
import { createSplicer } from '../spliced-sentence.ts';

const MS_IN_SECOND = 1000;
const US_IN_SECOND = 1e6;

/**
 * Words of one voice, or of eSpeak NG's female voice of each language; `null` where it does not speak the language.
 *
 * @param plugin whose aligner finds them
 * @param gender of the voice, as synthesis tells it. Absent: it is not known, as in recognition
 */
export function voice(
  plugin: SpeechPlugin,
  voiceOf: (language: Language) => string | null,
  gender?: Gender,
): Variant {
  return {
    async open() {
      const speech = await createSpeech();
      // In a thread of this process, so that its processor time is this process's.
      const aligner = await plugin.createAlignment?.(fakePluginContext({ isolation: 'thread' }));
      await aligner?.warm();
      return {
        async measure(caseName) {
          const language = caseName as Language;
          const voiceCode = voiceOf(language);
          if (voiceCode === null || aligner === undefined) return [];
          const { sentences, languageCode } = CASES[language];
          const splice = createSplicer(speech, voiceCode);
          const errors: WordError[] = [];
          let [costSeconds, audioSeconds] = [0, 0];
          for (const text of sentencesOf(language, sentences)) {
            const sentence = await splice(text, languageCode);
            const before = process.cpuUsage();
            const found = await aligner.align({ ...sentence.task, gender });
            const { user, system } = process.cpuUsage(before);
            costSeconds += (user + system) / US_IN_SECOND;
            audioSeconds += sentence.seconds;
            errors.push(...errorsOf(found, sentence.times));
          }
          const starts = spreadOf(errors.map(({ startMs }) => startMs));
          const ends = spreadOf(errors.map(({ endMs }) => endMs));
          const values = {
            startMedianMs: starts.median,
            startP95Ms: starts.p95,
            endMedianMs: ends.median,
            endP95Ms: ends.p95,
            costSeconds: costSeconds / audioSeconds,
          };
          return [{ values, note: `${errors.length} words` }];
        },
        async close() {
          await Promise.all([speech.close(), aligner?.close()]);
        },
      };
    },
  };
}

interface WordError {
  readonly startMs: number;
  readonly endMs: number;
}

function errorsOf(found: readonly AlignedWord[], times: readonly AlignedWord[]): readonly WordError[] {
  return times.map((due, index) => {
    const { startSeconds = Number.NaN, endSeconds = Number.NaN } = found[index] ?? {};
    return {
      startMs: Math.abs(startSeconds - due.startSeconds) * MS_IN_SECOND,
      endMs: Math.abs(endSeconds - due.endSeconds) * MS_IN_SECOND,
    };
  });
}
