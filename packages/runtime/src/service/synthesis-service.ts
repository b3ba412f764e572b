import type { Credentials } from '@parlance/core/accounts';
import type { EngineCallOptions, LoadListening } from '@parlance/core/engine';
import type { SpeechService } from '@parlance/core/service';
import { openSpeechStream } from '@parlance/core/speech-stream';
import {
  awaitSynthesis,
  getSynthesis,
  submitSynthesis,
  synthesizeLive,
  synthesizeStream,
} from '@parlance/core/synthesis';
import { withLoadListener } from '../engines/load-listener.ts';
import { synthesisParts } from '../engines/synthesis-parts.ts';
import { measureStream } from './measure-stream.ts';
import type { ServiceParts } from './service-parts.ts';

type SynthesisMember =
  | 'synthesizeLive'
  | 'synthesizeStream'
  | 'openSpeechStream'
  | 'submitSynthesis'
  | 'getSynthesis'
  | 'awaitSynthesis'
  | 'openAudio'
  | 'renderDemo';

export function synthesisService(parts: ServiceParts): Pick<SpeechService, SynthesisMember> {
  const { settings, storage, links, clock, random, catalogue } = parts;
  const { records, queue } = storage;
  const live = {
    ...synthesisParts(parts),
    catalogue,
    slots: parts.synthesisSlots,
    admission: parts.engineMeter.admission,
    credits: parts.liveCredits,
    random,
    get realtimeVoices() {
      return parts.voices.realtimeVoices;
    },
    latency: settings.latency,
    maxTextChars: settings.liveTextMaxChars,
    transcoder: parts.transcoder,
  };
  const submit = {
    catalogue,
    records,
    queue,
    egress: parts.egress,
    clock,
    random,
    maxWaitingJobs: settings.maxWaitingJobs,
    yieldToEventLoop: live.yieldToEventLoop,
    alignerFor: live.alignerFor,
  };
  const stream = {
    ...live,
    authenticate: (given: Credentials) => parts.callers.byCredentials({ ...given, access: 'live' }),
    defaultVoice: () => parts.voices.defaultVoice,
    records,
    clock,
  };
  const get = { records, clock, links };
  return {
    synthesizeLive: (input, app, options) =>
      measured(parts, () => synthesizeLive(live, input, app, options), options),
    synthesizeStream: (input, app, options) =>
      measured(parts, () => synthesizeStream(live, input, app, options), options),
    openSpeechStream: (credentials, outlet) =>
      measureStream(parts, outlet, (measured) => openSpeechStream(stream, credentials, measured)),
    async submitSynthesis(input, app, options) {
      parts.assertOpen();
      return submitSynthesis(submit, input, app, options);
    },
    getSynthesis: (requestId, app) => getSynthesis(get, requestId, app),
    awaitSynthesis: (requestId, app, options) =>
      awaitSynthesis({ ...get, ends: parts.ends }, requestId, app, options),
    openAudio: (link) => links.open(link),
    renderDemo: (code) => parts.demos.render(code),
  };
}

/**
 * Counts a live synthesis while it runs, and times its first audio.
 *
 * @throws SpeechError `SHUTTING_DOWN`, or what `start` throws
 */
async function measured<Live extends { readonly audio: AsyncIterable<Uint8Array> }>(
  { meter, clock, assertOpen }: Pick<ServiceParts, 'meter' | 'clock' | 'assertOpen'>,
  start: () => Promise<Live>,
  { signal, onLoad }: Pick<EngineCallOptions, 'signal'> & LoadListening = {},
): Promise<Live> {
  // The cache would answer without the engines.
  assertOpen();
  const startedMs = clock.monotonicMs();
  let isRunning = true;
  meter.syntheses += 1;
  const end = (): void => {
    if (isRunning) meter.syntheses -= 1;
    isRunning = false;
  };
  // A caller who leaves before reading never comes to the end of the audio.
  signal?.addEventListener('abort', end, { once: true });
  try {
    const live = await withLoadListener(onLoad, start);
    meter.firstAudio.add(clock.monotonicMs() - startedMs);
    return { ...live, audio: whileRead(live.audio, end) };
  } catch (error) {
    end();
    throw error;
  }
}

async function* whileRead(
  audio: AsyncIterable<Uint8Array>,
  onEnd: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* audio;
  } finally {
    onEnd();
  }
}
