import { type CreateSpeechOptions, createSpeech } from '@parlance/runtime';
import { fakeEngines, tone } from '@parlance/testkit';
import { createWyomingServer, type WyomingOptions } from '@parlance/wyoming';

type NewApp = Parameters<Awaited<ReturnType<typeof createSpeech>>['service']['createApp']>[0];

/** A service with fake engines, or those of the options, with Wyoming on a free port. */
export async function serveWyoming({
  speech: options,
  app: limits = {},
  ...serverOptions
}: {
  readonly speech?: CreateSpeechOptions;
  readonly app?: Partial<NewApp>;
} & Partial<Omit<WyomingOptions, 'service' | 'appId'>> = {}) {
  const engines = fakeEngines({
    voiceCodes: ['fake'],
    recognition: { script: { hear: () => 'Hello there.' } },
  });
  const speech = await createSpeech(options ?? engines.options);
  const { app } = await speech.service.createApp({ name: 'home assistant', ...limits });
  const wyoming = createWyomingServer({ service: speech.service, appId: app.appId, ...serverOptions });
  const { port } = await wyoming.listen({ host: '127.0.0.1', port: 0 });
  return {
    speech,
    wyoming,
    port,
    appId: app.appId,
    async [Symbol.asyncDispose]() {
      await wyoming.close();
      await speech.close();
    },
  };
}

export const RATE_HZ = 16_000;
export const FORMAT = { rate: RATE_HZ, width: 2, channels: 1 };

/** 16-bit PCM that the fake detector treats as speech. */
export function spoken(seconds: number): Uint8Array {
  const samples = tone({ frequencyHz: 220, sampleRateHz: RATE_HZ, lengthSamples: seconds * RATE_HZ });
  return new Uint8Array(Int16Array.from(samples, (sample) => sample * 32_767).buffer);
}
