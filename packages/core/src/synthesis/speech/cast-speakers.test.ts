import { fakeSynthesisEngine, fakeVoice } from '@parlance/testkit';
import { expect, it } from 'vitest';
import type { AudioCodec, StreamResampler } from '../../audio/audio-codec.ts';
import type { Voice } from '../../engine/voice.ts';
import type { Script } from '../../ssml/delivery.ts';
import { castSpeakers } from './cast-speakers.ts';

const VOICE = fakeVoice();
const SAME_RATE = fakeVoice({ code: 'same-rate' });
const OTHER_RATE = fakeVoice({ code: 'other-rate', nativeRateHz: 22_050 });

it('casts the voices that are not the request’s, and resamples those of another rate', async () => {
  const opened: unknown[] = [];
  const resampler = {} as StreamResampler;
  const codec: Pick<AudioCodec, 'openResampler'> = {
    async openResampler(...rates) {
      opened.push(rates);
      return resampler;
    },
  };
  const engines = new Map(
    [VOICE, SAME_RATE, OTHER_RATE].map((voice) => [voice.code, fakeSynthesisEngine({ voices: [voice] })]),
  );
  const engineOf = ({ code }: Voice) => engines.get(code) ?? fakeSynthesisEngine();
  const script = {
    passages: [VOICE, SAME_RATE, OTHER_RATE, VOICE, SAME_RATE].map((voice) => ({ delivery: { voice } })),
  } as unknown as Script;
  const speakers = castSpeakers({ codec: codec as AudioCodec, engineOf }, script, VOICE);
  expect([...speakers.keys()]).toEqual(['same-rate', 'other-rate']);
  expect(speakers.get('same-rate')).toEqual({ voice: SAME_RATE, engine: engines.get('same-rate') });
  const other = speakers.get('other-rate');
  expect(other).toMatchObject({ voice: OTHER_RATE, engine: engines.get('other-rate') });
  expect(await other?.openResampler?.()).toBe(resampler);
  expect(opened).toEqual([[22_050, 16_000]]);
});
