import { encodePcm16 } from '@parlance/core/audio';
import { wordErrorRate } from '@parlance/testkit';
import { expect, it } from 'vitest';
import { chunksOf } from './support/pcm.ts';
import {
  CHUNK_BYTES,
  RATE_HZ,
  readClips,
  reasonToSkip,
  samplesOf,
  startRealService,
} from './support/real-service.ts';

/** Two points of word error rate. */
const MAX_ERRORS_BEHIND_BATCH = 0.02;

it.skipIf(reasonToSkip !== undefined)(
  'understands human speech streamed in chunks of 100 ms as well as a whole recording, within 2 points',
  { timeout: 600_000 },
  async () => {
    await using service = await startRealService();
    const errors = { words: 0, streamed: 0, batch: 0 };
    for (const clip of readClips()) {
      const samples = await samplesOf(clip);
      const client = await service.connectReady();
      for (const chunk of chunksOf(encodePcm16(samples), CHUNK_BYTES)) client.sendAudio(chunk);
      client.send({ type: 'DONE' });
      expect(await client.closed).toBe(1000);
      const finals = client.messages.filter((message) => message.type === 'FINAL_RESULT');
      for (const { confidenceScore, startVoiceTime, endVoiceTime } of finals) {
        expect(confidenceScore).toBeGreaterThanOrEqual(0);
        expect(endVoiceTime).toBeGreaterThan(startVoiceTime);
      }
      const streamed = wordErrorRate(clip.reference, finals.map(({ text }) => text).join(' '));
      const whole = await service.speech.transcribe({ samples, sampleRateHz: RATE_HZ });
      errors.words += streamed.words;
      errors.streamed += streamed.errors;
      errors.batch += wordErrorRate(clip.reference, whole.transcript).errors;
    }
    process.stdout.write(`Word errors: ${JSON.stringify(errors)}\n`);
    expect(errors.words).toBeGreaterThan(150);
    expect(errors.streamed / errors.words).toBeLessThan(0.12);
    expect((errors.streamed - errors.batch) / errors.words).toBeLessThanOrEqual(MAX_ERRORS_BEHIND_BATCH);
  },
);

it.skipIf(reasonToSkip !== undefined)(
  'writes nothing down where nobody speaks: silence, noise and a hum',
  { timeout: 120_000 },
  async () => {
    await using service = await startRealService();
    let seed = 1;
    const noise = (): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 1_073_741_824 - 1;
    };
    const sounds: ((at: number) => number)[] = [
      () => 0,
      () => noise() * 0.02,
      (at) => 0.1 * Math.sin((2 * Math.PI * 50 * at) / RATE_HZ) + noise() * 0.002,
    ];
    for (const sound of sounds) {
      const client = await service.connectReady();
      client.sendAudio(encodePcm16(Float32Array.from({ length: RATE_HZ * 4 }, (_, at) => sound(at))));
      client.send({ type: 'DONE' });
      expect(await client.closed).toBe(1000);
      expect(client.messages.slice(1)).toMatchObject([
        { type: 'FINAL_RESULT', text: '', speechType: 'no-speech' },
        { type: 'STREAM_END', totalUtterances: 0 },
      ]);
    }
  },
);
