import type { App } from '../../accounts/app.ts';
import type { EngineCallOptions } from '../../engine/synthesis-engine.ts';
import { isVisibleTo, type Voice } from '../../engine/voice.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { vocabularyOfCall } from '../../vocabulary/vocabulary-of.ts';
import { chooseFormat, contentTypeOf } from '../request/choose-format.ts';
import { readScript } from '../request/read-script.ts';
import type { LiveSynthesisInput } from '../request/synthesis-input.ts';
import type { LiveSynthesis } from './live-synthesis.ts';
import type { LiveSynthesizer } from './live-synthesizer.ts';
import { speakLive } from './speak-live.ts';

/**
 * Synthesizes a short text at once, with one of the voices of this mode.
 *
 * @throws SpeechError see {@link SpeechService.synthesizeLive}
 */
export async function synthesizeLive(
  live: LiveSynthesizer,
  input: LiveSynthesisInput,
  app: App,
  options: EngineCallOptions = {},
): Promise<LiveSynthesis> {
  const voice = live.catalogue.find(input.voiceCode, app.appId);
  const { realtimeVoices, catalogue } = live;
  const isAllowed = ({ code }: Voice): boolean => realtimeVoices === 'all' || realtimeVoices.includes(code);
  const require = (one: Voice): void => {
    if (isAllowed(one) || realtimeVoices === 'all') return;
    // A personal voice is mentioned only to its owner.
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
      ? await readScript(live, input.text, {
          ...{ voice, appId: app.appId, maxChars: live.maxTextChars },
          ...{ require, isAllowed },
        })
      : input.text;
  const { vocabularyOf = vocabularyOfCall } = live;
  const terms = (await vocabularyOf(app.appId, input.vocabulary))?.readings;
  const spoken = await speakLive(live, { text, voice, speed, format, terms }, { app, ...options });
  return { ...spoken, format, contentType: contentTypeOf(format) };
}
