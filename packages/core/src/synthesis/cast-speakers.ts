import type { AudioCodec } from '../audio/audio-codec.ts';
import type { SynthesisEngine } from '../engine/synthesis-engine.ts';
import type { Voice } from '../engine/voice.ts';
import type { Script } from '../ssml/delivery.ts';
import type { Speaker } from './speech-units.ts';

export interface CastSpeakersPorts {
  readonly codec: Pick<AudioCodec, 'openResampler'>;
  readonly engineOf: (voice: Voice) => SynthesisEngine;
}

/** Who speaks the parts of a script that are not the request's voice's. */
export function castSpeakers(
  { codec, engineOf }: CastSpeakersPorts,
  { passages }: Script,
  ofRequest: Voice,
): ReadonlyMap<string, Speaker> {
  const others = passages.map(({ delivery }) => delivery.voice).filter(({ code }) => code !== ofRequest.code);
  return new Map(
    others.map((voice) => {
      const isSameRate = voice.nativeRateHz === ofRequest.nativeRateHz;
      const openResampler = () => codec.openResampler(voice.nativeRateHz, ofRequest.nativeRateHz);
      return [voice.code, { voice, engine: engineOf(voice), ...(isSameRate ? {} : { openResampler }) }];
    }),
  );
}
