import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAudioCodec } from '@parlance/audio';
import { type App, createBalanceCheck, createConcurrencySlots, unauthorized } from '@parlance/core/accounts';
import { SpeechError } from '@parlance/core/errors';
import { createIdleSessionLimiter, openSession, type RecognitionSession } from '@parlance/core/session';
import { createMemoryRecordStore } from '@parlance/storage';
import {
  type FakeRecognitionOptions,
  fakeRecognitionEngine,
  fakeTextAligner,
  fakeVoiceActivityDetector,
  manualClock,
} from '@parlance/testkit';
import { afterEach } from 'vitest';
import { createRealtimeEndpoint, type RealtimeEndpointOptions } from '../../src/index.ts';

export const TOKEN = 'canary.token-of.app_1';
const POOR_TOKEN = 'token-of-an-app-without-seconds';
const BROKEN_TOKEN = 'token-that-breaks-the-store';
export const TOKENS = { good: TOKEN, poor: POOR_TOKEN, broken: BROKEN_TOKEN };

const app = (sttConcurrency: number): App => ({
  appId: 'app-1',
  name: 'First',
  createdAt: '2026-11-21T00:00:00.000Z',
  expiresAt: null,
  revokedAt: null,
  tokenId: 'token-1',
  webhookSecret: 'whsec_c2VjcmV0',
  retiredTokens: [],
  retiredWebhookSecrets: [],
  ttsConcurrency: 5,
  sttConcurrency,
  requestsPerMinute: null,
  lastUsedAt: null,
});

export interface TestServerOptions extends Partial<Omit<RealtimeEndpointOptions, 'service'>> {
  readonly recognition?: FakeRecognitionOptions;
  readonly sttConcurrency?: number;
  /** Whether somebody of another app speaks, so that who opens sessions to no purpose is slowed down; absent: nobody ever is. */
  readonly limiter?: 'alone' | 'beside-speech';
  /** Thrown when recognition is asked for. */
  readonly unavailable?: SpeechError;
  /** Makes recognizers fail to load. */
  readonly warm?: () => Promise<void>;
}

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const codec = createAudioCodec();
let nextId = 0;

/** A real server on a free port over fake engines; its sessions go by a clock in the test's hands. */
export async function startRealtime(options: TestServerOptions = {}) {
  const {
    recognition,
    sttConcurrency = 5,
    limiter: company,
    unavailable,
    warm,
    ...endpointOptions
  } = options;
  const clock = manualClock();
  const fake = fakeRecognitionEngine(recognition ?? { script: { texts: ['hello'] } });
  const recognizer = warm === undefined ? fake : { ...fake, warm };
  const detector = fakeVoiceActivityDetector();
  const slots = createConcurrencySlots('RECOGNITION_CONCURRENCY_EXCEEDED', 'live recognitions');
  const records = createMemoryRecordStore({ add: async () => undefined });
  await records.apps.insert(app(sttConcurrency));
  const seconds = createBalanceCheck(records.ledger, clock, 'seconds');
  const limiter = company === undefined ? undefined : createIdleSessionLimiter(clock);
  if (company === 'beside-speech') (await limiter?.enter('app-2', 1, new AbortController().signal))?.speak();
  const opened: RecognitionSession[] = [];
  const endpoint = createRealtimeEndpoint({
    ...endpointOptions,
    service: {
      openSession(credentials, outlet) {
        const session = openSession(
          {
            async authenticate({ token, appId }) {
              if (token === BROKEN_TOKEN) throw new TypeError('store');
              if (token === POOR_TOKEN)
                throw new SpeechError('INSUFFICIENT_SECONDS', 'The app has no seconds left.');
              if (token !== TOKEN || appId !== 'app-1') throw unauthorized();
              return app(sttConcurrency);
            },
            chooseRecognizer({ wordTimesField } = {}) {
              if (unavailable !== undefined) throw unavailable;
              const aligned = { aligner: fakeTextAligner(), languageCode: 'en' };
              const wordTimes = wordTimesField === undefined ? undefined : aligned;
              return { engine: recognizer, voiceActivity: detector, wordTimes };
            },
            slots,
            limiter,
            codec,
            records,
            seconds,
            clock,
            // The records are in memory and fail never.
            endWriter: { add: (write) => write() },
            random: { id: () => `session${nextId++}`, secret: () => '' },
          },
          credentials,
          outlet,
        );
        opened.push(session);
        return session;
      },
    },
  });
  const server = createServer((_request, response) => response.end('plain'));
  endpoint.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  cleanups.push(async () => {
    await endpoint.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    port,
    url: `ws://127.0.0.1:${port}/v1/stt/realtime`,
    endpoint,
    server,
    clock,
    recognizer: fake,
    detector,
    slots,
    opened,
  };
}
