import type { ServiceCall } from './service-call.ts';
import type { ServiceVoice } from './service-voice.ts';

/** WAV and PCM are played while they are synthesized, MP3 when it is complete. */
export const SPEECH_FORMATS = ['wav', 'mp3', 'pcm'] as const;
export type SpeechFormat = (typeof SPEECH_FORMATS)[number];

export const SAMPLE_RATES_HZ = [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;
export const SPEED = { min: 0.5, max: 1.9, step: 0.05 } as const;

/** Limit of `/v1/tts`; longer texts go to `/v1/audio/speech`. */
const MAX_LIVE_CHARS = 300;
export const MAX_CHARS = 4096;

export interface SpeechSettings {
  readonly text: string;
  readonly voice: ServiceVoice;
  readonly speed: number;
  readonly format: SpeechFormat;
  /** Absent: the voice's own. */
  readonly sampleRateHz?: number | undefined;
}

/** Whether `/v1/tts` accepts the call; only there can the sample rate be chosen. */
export function isLiveCall({ text, voice }: Pick<SpeechSettings, 'text' | 'voice'>): boolean {
  return voice.isLive && [...text.trim()].length <= MAX_LIVE_CHARS;
}

/** The call that synthesizes a text. */
export function speechCallOf(settings: SpeechSettings): ServiceCall {
  const { text, voice, speed, format, sampleRateHz } = settings;
  const changedSpeed = speed === 1 ? {} : { speed };
  if (!isLiveCall(settings))
    return { path: 'v1/audio/speech', needsAppId: false, json: openaiBodyOf(settings) };
  const rate = sampleRateHz === undefined ? {} : { sampleRate: sampleRateHz };
  return {
    path: 'v1/tts',
    needsAppId: true,
    json: {
      mode: 'sync',
      voiceCode: voice.code,
      text: text.trim(),
      outputFormat: format,
      ...changedSpeed,
      ...rate,
    },
  };
}

/** The call that the page makes; it includes word timings if the voice has them and no rate is chosen. */
export function heardCallOf(settings: SpeechSettings): ServiceCall {
  const { voice, format, sampleRateHz } = settings;
  // PCM has a fixed rate there.
  const isTimed =
    voice.hasWordTimes && sampleRateHz === undefined && !(format === 'pcm' && isLiveCall(settings));
  if (!isTimed) return speechCallOf(settings);
  const json = { ...openaiBodyOf(settings), stream_format: 'sse', timings: 'word' };
  return { path: 'v1/audio/speech', needsAppId: false, json };
}

/** The same for OpenAI's clients, which have no sample rate. */
export function openaiBodyOf({
  text,
  voice,
  speed,
  format,
}: SpeechSettings): Readonly<Record<string, unknown>> {
  return {
    model: 'tts-1',
    voice: voice.code,
    input: text.trim(),
    response_format: format,
    ...(speed === 1 ? {} : { speed }),
  };
}
