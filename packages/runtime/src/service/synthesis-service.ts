import { setImmediate } from 'node:timers/promises';
import {
  awaitSynthesis,
  getSynthesis,
  type SpeechService,
  submitSynthesis,
  synthesizeLive,
  synthesizeStream,
  type Voice,
} from '@parlance/core';
import { synthesisEngineOf } from '../engines/engines.ts';
import type { ServiceParts } from './service-parts.ts';

type SynthesisMember =
  | 'synthesizeLive'
  | 'synthesizeStream'
  | 'submitSynthesis'
  | 'getSynthesis'
  | 'awaitSynthesis'
  | 'openAudio'
  | 'renderDemo';

export function synthesisService(parts: ServiceParts): Pick<SpeechService, SynthesisMember> {
  const { settings, storage, links, clock, random, catalogue, whileOpen } = parts;
  const { records, queue } = storage;
  const live = {
    codec: parts.codec,
    engineOf: (voice: Voice) => synthesisEngineOf(parts.engines, voice),
    catalogue,
    slots: parts.synthesisSlots,
    admission: parts.engineMeter.admission,
    credits: parts.liveCredits,
    random,
    get realtimeVoices() {
      return parts.voices.realtimeVoices;
    },
    latency: settings.latency,
    transcoder: parts.transcoder,
    breathe: () => setImmediate(),
  };
  const submit = {
    catalogue,
    records,
    queue,
    egress: parts.egress,
    clock,
    random,
    maxWaitingJobs: settings.maxWaitingJobs,
  };
  const get = { records, clock, links };
  return {
    // Segments in the cache would be spoken without their engines.
    synthesizeLive: whileOpen((input, app, options) => synthesizeLive(live, input, app, options)),
    synthesizeStream: whileOpen((input, app, options) => synthesizeStream(live, input, app, options)),
    submitSynthesis: whileOpen((input, app, options) => submitSynthesis(submit, input, app, options)),
    getSynthesis: (requestId, app) => getSynthesis(get, requestId, app),
    awaitSynthesis: (requestId, app, options) =>
      awaitSynthesis({ ...get, ends: parts.ends }, requestId, app, options),
    openAudio: (link) => links.open(link),
    renderDemo: (code) => parts.demos.render(code),
  };
}
