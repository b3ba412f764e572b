import { type AudioRecording, transcribe } from '@parlance/core';
import { recognizerFor, voiceActivityOf } from '../plugins/engines.ts';
import { observed } from './observed.ts';
import { samplesOf } from './pcm-input.ts';
import type { PcmSource, SpeechTranscript, TranscribeSource, TranscribeSpeechOptions } from './speech.ts';
import { callSignal, type SpeechParts } from './speech-parts.ts';

/** @throws SpeechError `AUDIO_NOT_READABLE`, `LANGUAGE_NOT_SUPPORTED`, `SHUTTING_DOWN`, `ABORTED` or an engine's code */
export async function transcribeSource(
  parts: SpeechParts,
  source: TranscribeSource,
  options: TranscribeSpeechOptions,
): Promise<SpeechTranscript> {
  const ports = {
    recognizer: recognizerFor(parts.engines, options.language),
    voiceActivity: voiceActivityOf(parts.engines),
  };
  const run = async function* (): AsyncGenerator<SpeechTranscript, void, undefined> {
    const recording = isPcm(source) ? recordingOf(source, parts) : await parts.reader.open(source);
    try {
      const transcript = await transcribe(ports, recording, {
        utteranceSilenceMs: parts.settings.utteranceSilenceMs,
        lane: 'sync',
        signal: callSignal(parts, options.signal),
      });
      yield { ...transcript, durationSeconds: recording.frames / recording.sampleRateHz };
    } finally {
      await recording.close();
    }
  };
  const request = { requestId: parts.random.id(), kind: 'transcription', signal: options.signal } as const;
  const [result] = await Array.fromAsync(observed(request, run(), parts));
  return result as SpeechTranscript;
}

function isPcm(source: TranscribeSource): source is PcmSource {
  return typeof source === 'object' && 'samples' in source;
}

function recordingOf({ samples, sampleRateHz }: PcmSource, { codec }: SpeechParts): AudioRecording {
  return {
    sampleRateHz,
    channels: 1,
    frames: samples.length,
    samples: (toHz) => samplesOf(windowsOf(samples, sampleRateHz), { codec, fromHz: sampleRateHz, toHz }),
    close: async () => undefined,
  };
}

/** A second at a time, so that an abort is met within one. */
async function* windowsOf(
  samples: Float32Array,
  length: number,
): AsyncGenerator<Float32Array, void, undefined> {
  for (let start = 0; start < samples.length; start += length) yield samples.subarray(start, start + length);
}
