import type { App } from '../accounts/app.ts';
import type { EngineCallOptions } from '../engine/synthesis-engine.ts';
import { isVisibleTo, type Voice } from '../engine/voice.ts';
import { SpeechError } from '../errors/speech-error.ts';
import { vocabularyOfCall } from '../vocabulary/vocabulary-of.ts';
import type { RealtimeVoices } from '../voices/realtime-voices.ts';
import type { VoiceCatalogue } from '../voices/voice-catalogue.ts';
import { chooseFormat, contentTypeOf } from './choose-format.ts';
import type { LiveSynthesis } from './live-synthesis.ts';
import { readScript } from './read-script.ts';
import { type SpeakLivePorts, speakLive } from './speak-live.ts';
import type { LiveSynthesisInput } from './synthesis-input.ts';

export interface SynthesizeLivePorts extends SpeakLivePorts {
  readonly catalogue: VoiceCatalogue;
  readonly realtimeVoices: RealtimeVoices;
  /** Code points that SSML may speak; plain text was measured already. */
  readonly maxTextChars: number;
}

/**
 * Speaks a short text at once, by one of the voices of this mode.
 *
 * @throws SpeechError see {@link SpeechService.synthesizeLive}
 */
export async function synthesizeLive(
  ports: SynthesizeLivePorts,
  input: LiveSynthesisInput,
  app: App,
  options: EngineCallOptions = {},
): Promise<LiveSynthesis> {
  const voice = ports.catalogue.find(input.voiceCode, app.appId);
  const { realtimeVoices, catalogue } = ports;
  const isAllowed = ({ code }: Voice): boolean => realtimeVoices === 'all' || realtimeVoices.includes(code);
  const require = (one: Voice): void => {
    if (isAllowed(one) || realtimeVoices === 'all') return;
    // A personal voice is named to nobody but its owner.
    const visible = catalogue.voices.filter((other) => isVisibleTo(other, app.appId)).map(({ code }) => code);
    const choices = realtimeVoices.filter((code) => visible.includes(code));
    throw new SpeechError(
      'INVALID_INPUT',
      `voiceCode ${one.code} is not a voice of mode "sync"; its voices are ${choices.join(', ')}.`,
      { field: 'voiceCode' },
    );
  };
  require(voice);
  const format = chooseFormat(input, voice);
  const { speed } = input;
  const text =
    input.textType === 'ssml'
      ? await readScript(ports, input.text, {
          ...{ voice, appId: app.appId, maxChars: ports.maxTextChars },
          ...{ require, isAllowed },
        })
      : input.text;
  const { vocabularyOf = vocabularyOfCall } = ports;
  const terms = (await vocabularyOf(app.appId, input.vocabulary))?.readings;
  const spoken = await speakLive(ports, { text, voice, speed, format, terms }, { app, ...options });
  return { ...spoken, format, contentType: contentTypeOf(format) };
}
