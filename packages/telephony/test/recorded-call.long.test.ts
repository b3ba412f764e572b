import { encodeG711 } from '@parlance/core/audio';
import type { Call, Said } from '@parlance/telephony';
import { deferred, wordErrorRate } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { hasModels } from '../../../test/service/real-speech.ts';
import { dial, RATE_HZ, serveCalls, silence } from './support/twilio-caller.ts';

const TEXT = 'The quick brown fox jumps over the lazy dog.';
const ANSWER = 'You can pick the parcel up in the morning.';
const WAV_HEADER_BYTES = 44;
/** With a small recognizer and telephone audio, one or two words may be wrong. */
const MAX_WORD_ERROR_RATE = 0.25;

describe.runIf(hasModels)('a recorded call on real models', () => {
  it('arrives byte for byte, and is answered with intelligible words', async () => {
    const answered = deferred<Call>();
    const [heard, secondHeard] = [deferred<string>(), deferred<string>()];
    let said: Promise<Said> | undefined;
    let answers = (text: string, call: Call): void => {
      heard.resolve(text);
      said = call.say(ANSWER);
    };
    await using server = await serveCalls({
      speech: {},
      onCall(call) {
        answered.resolve(call);
        return { onTranscript: ({ text }) => answers(text, call) };
      },
    });
    const { audio } = await server.service.synthesizeLive(
      { text: TEXT, voiceCode: 'joe', speed: 1, outputFormat: 'wav', sampleRate: RATE_HZ },
      server.app,
    );
    const wav = Buffer.concat(await Array.fromAsync(audio));
    const recorded = encodeG711('mu-law', wav.subarray(WAV_HEADER_BYTES));
    const caller = dial(server);
    caller.start({ token: server.token });
    await answered.promise;
    caller.speak(recorded);
    caller.speak(silence(1.5));
    const text = await heard.promise;
    expect(wordErrorRate(TEXT, text).rate, text).toBeLessThan(MAX_WORD_ERROR_RATE);
    expect(await said).toEqual({ heardChars: ANSWER.length, isInterrupted: false });
    caller.send('stop');
    await caller.closed;
    // The next caller says what this one heard.
    answers = (text) => secondHeard.resolve(text);
    const next = dial(server);
    next.start({ token: server.token });
    next.speak(caller.heard());
    next.speak(silence(1.5));
    const answer = await secondHeard.promise;
    expect(wordErrorRate(ANSWER, answer).rate, answer).toBeLessThan(MAX_WORD_ERROR_RATE);
  });
});
