import { setImmediate } from 'node:timers/promises';
import {
  type AudioCodec,
  SpeechError,
  type SynthesisEngine,
  type SynthesizeSpeechPorts,
  type Voice,
} from '@parlance/core';
import type { Engines } from './engines.ts';

/** What synthesis works with. */
export function synthesisParts(engines: Engines, codec: AudioCodec): SynthesizeSpeechPorts {
  return { codec, engineOf: (voice) => engineOf(engines, voice), breathe: () => setImmediate() };
}

function engineOf(engines: Engines, voice: Voice): SynthesisEngine {
  const engine = engines.synthesis.find(({ id }) => id === voice.engine);
  if (engine !== undefined) return engine;
  throw new SpeechError('INTERNAL', `Voice ${voice.code} belongs to an engine that is not there.`, {
    voiceCode: voice.code,
  });
}
