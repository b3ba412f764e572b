import type { Voice } from '../../engine/voice.ts';
import type { Script } from '../../ssml/delivery.ts';
import type { SpeechSynthesizer } from './speech-synthesizer.ts';
import type { Speaker } from './speech-units.ts';

/** The speakers of parts of a script that have another voice than the request's. */
export function castSpeakers(
  { codec, engineOf }: Pick<SpeechSynthesizer, 'codec' | 'engineOf'>,
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
