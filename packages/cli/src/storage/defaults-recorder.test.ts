import { type ConnectionFigures, NO_CHOICES, type SpeechChoices } from '@parlance/core/storage';
import { deferred, manualClock } from '@parlance/testkit';
import { expect, it } from 'vitest';
import { createDefaultsRecorder } from './defaults-recorder.ts';

/** A recorder whose database answers when the test lets it, and what it writes. */
function bench(connectionFigures?: () => ConnectionFigures) {
  const clock = manualClock();
  const asked = deferred();
  const answer = deferred<SpeechChoices>();
  const written: unknown[] = [];
  const newerThan = (): Promise<SpeechChoices> => {
    asked.resolve();
    return answer.promise;
  };
  const recorder = createDefaultsRecorder({
    folder: {
      writeJson: async (_name, value) => void written.push(value),
      remove: async () => void written.push(null),
    },
    storage: { records: { choices: { newerThan } }, connectionFigures },
    clock,
    onError: (error) => void written.push(error),
  });
  return { clock, asked: asked.promise, answer, written, recorder };
}

it('waits until the newest defaults are recorded', async () => {
  const { asked, answer, written, recorder, clock } = bench();
  recorder.record();
  await asked;
  const settled = recorder.settled();
  expect(clock.pendingTimers).toBe(0);
  answer.resolve({ ...NO_CHOICES, defaultVoice: 'joe' });
  await settled;
  expect(written).toEqual([{ defaultVoice: 'joe', defaultRecognizer: null }]);
});

it('waits a second for a database on a server, which may not answer', async () => {
  const { asked, written, recorder, clock } = bench(() => ({ busy: 1, idle: 0, waiting: 0 }));
  recorder.record();
  await asked;
  const settled = recorder.settled();
  clock.advance(1000);
  await settled;
  expect(written).toEqual([]);
});
