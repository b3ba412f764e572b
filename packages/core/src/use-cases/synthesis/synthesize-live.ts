import type { LiveSynthesisInput } from '../../config/synthesis-input.ts';
import type { App } from '../../domain/apps/app.ts';
import { chooseFormat, contentTypeOf } from '../../domain/audio/choose-format.ts';
import { SpeechError } from '../../domain/errors/speech-error.ts';
import type { RealtimeVoices } from '../../domain/voices/realtime-voices.ts';
import { isVisibleTo } from '../../domain/voices/voice.ts';
import type { VoiceCatalogue } from '../../domain/voices/voice-catalogue.ts';
import type { LiveSynthesis } from '../../ports/speech-service.ts';
import type { EngineCallOptions } from '../../ports/synthesis-engine.ts';
import { type SpeakLivePorts, speakLive } from './speak-live.ts';

export interface SynthesizeLivePorts extends SpeakLivePorts {
  readonly catalogue: VoiceCatalogue;
  readonly realtimeVoices: RealtimeVoices;
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
  if (realtimeVoices !== 'all' && !realtimeVoices.includes(voice.code)) {
    // A personal voice is named to nobody but its owner.
    const visible = catalogue.voices.filter((one) => isVisibleTo(one, app.appId)).map(({ code }) => code);
    const choices = realtimeVoices.filter((code) => visible.includes(code));
    throw new SpeechError(
      'INVALID_INPUT',
      `voiceCode ${voice.code} is not a voice of mode "sync"; its voices are ${choices.join(', ')}.`,
      { field: 'voiceCode' },
    );
  }
  const format = chooseFormat(input, voice);
  const { text, speed } = input;
  const spoken = await speakLive(ports, { text, voice, speed, format }, { app, ...options });
  return { ...spoken, format, contentType: contentTypeOf(format) };
}
