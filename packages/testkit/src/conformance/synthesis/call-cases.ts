import { optionProblems, waitingProblems } from '../many-calls.ts';
import { type ConformanceCase, problemIf } from '../verdict.ts';
import { speak } from './listening.ts';
import { sameSpeechProblems } from './same-speech.ts';
import { type SynthesisSubject, unitOf } from './subject.ts';

/** A unit of which many are spoken. */
const SHORT_TEXT = '1';

/** Rules that units are spoken whatever the options of the call, and however many wait. */
export const callCases: readonly ConformanceCase<SynthesisSubject>[] = [
  {
    name: 'calls/any-options',
    run: async (subject) => {
      const due = await speak(subject.engine, unitOf(subject));
      return optionProblems('A unit', async (options) =>
        sameSpeechProblems(subject, 'It', due, await speak(subject.engine, unitOf(subject), options)),
      );
    },
  },
  {
    name: 'calls/many-waiting',
    run: async (subject) => {
      const speakShort = () => speak(subject.engine, unitOf(subject, { text: SHORT_TEXT }));
      const due = await speakShort();
      return waitingProblems('units', subject.engine.capabilities.concurrency, async () => {
        const samples = await speakShort();
        // The length of so short a unit may vary by more than that of a sentence.
        if (subject.samplesVary) return problemIf(samples.length === 0, 'It has no audio.');
        return sameSpeechProblems(subject, 'One', due, samples);
      });
    },
  },
];
