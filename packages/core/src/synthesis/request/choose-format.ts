import {
  type AudioFormat,
  defaultBitrateKbps,
  mp3BitratesKbps,
  type OutputFormat,
} from '../../audio/output-format.ts';
import { defaultRateHz, type Voice, voiceRatesHz } from '../../engine/voice.ts';
import { SpeechError } from '../../errors/speech-error.ts';

export interface FormatWish {
  readonly outputFormat: OutputFormat;
  readonly sampleRate?: number | undefined;
  readonly bitrate?: number | undefined;
}

/**
 * Decides the output format for a caller's request and this voice.
 *
 * @throws SpeechError `INVALID_INPUT` for a rate that the voice does not support, or a bitrate that MP3 does not support at
 * that rate
 */
export function chooseFormat(wish: FormatWish, voice: Voice): AudioFormat {
  const sampleRateHz = wish.sampleRate ?? defaultRateHz(voice);
  const rates = voiceRatesHz(voice);
  if (!rates.includes(sampleRateHz)) {
    throw new SpeechError(
      'INVALID_INPUT',
      `sampleRate ${sampleRateHz} is not supported by voice ${voice.code}; its rates are ${rates.join(', ')}.`,
      { field: 'sampleRate' },
    );
  }
  if (wish.outputFormat !== 'mp3') return { container: wish.outputFormat, sampleRateHz };
  const bitrateKbps = wish.bitrate ?? defaultBitrateKbps(sampleRateHz);
  const bitrates = mp3BitratesKbps(sampleRateHz);
  if (!bitrates.includes(bitrateKbps)) {
    throw new SpeechError(
      'INVALID_INPUT',
      `bitrate ${bitrateKbps} can't be carried by MP3 at ${sampleRateHz} Hz; the bitrates there are ${bitrates.join(', ')}.`,
      { field: 'bitrate' },
    );
  }
  return { container: 'mp3', sampleRateHz, bitrateKbps };
}

/** The media type of a format. */
export function contentTypeOf(format: AudioFormat): string {
  switch (format.container) {
    case 'mp3':
      return 'audio/mpeg';
    case 'wav':
      return 'audio/wav';
    case 'pcm':
      return `audio/pcm;rate=${format.sampleRateHz};channels=1;format=s16le`;
  }
}
