import type {
  SharedV4Warning,
  TranscriptionModelV4,
  TranscriptionModelV4CallOptions,
  TranscriptionModelV4Result,
} from '@ai-sdk/provider';
import {
  convertBase64ToUint8Array,
  createJsonResponseHandler,
  mediaTypeToExtension,
  postFormDataToApi,
} from '@ai-sdk/provider-utils';
import { z } from 'zod/v4';
import { callParts } from './call-parts.ts';
import type { ParlanceConfig } from './parlance-config.ts';
import { streamTranscription } from './stream-transcription.ts';
import { parseTranscriptionOptions } from './transcription-options.ts';

const answerBody = z.object({
  text: z.string(),
  duration: z.number(),
  segments: z.array(z.object({ text: z.string(), start: z.number(), end: z.number() })).default([]),
  words: z.array(z.object({ word: z.string(), start: z.number(), end: z.number() })).optional(),
  usage: z.object({ type: z.string(), seconds: z.number() }).optional(),
});

/** Transcribes recordings below 100 MB, and live audio. */
export function createTranscriptionModel(modelId: string, config: ParlanceConfig): TranscriptionModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'parlance.transcription',
    modelId,
    async doGenerate(options): Promise<TranscriptionModelV4Result> {
      const timestamp = new Date();
      const { formData, language, warnings } = await requestOf(modelId, options);
      const {
        value: { text, duration, segments, words, usage },
        rawValue,
        responseHeaders,
      } = await postFormDataToApi({
        ...callParts('/v1/audio/transcriptions', config, options),
        formData,
        successfulResponseHandler: createJsonResponseHandler(answerBody),
      });
      return {
        text,
        segments: segments.map((segment) => timed(segment.text, segment)),
        ...(words && { words: words.map((word) => timed(word.word, word)) }),
        language,
        durationInSeconds: duration,
        warnings,
        ...(usage && { usage }),
        response: {
          timestamp,
          modelId,
          body: rawValue,
          ...(responseHeaders && { headers: responseHeaders }),
        },
      };
    },
    doStream: (options) => streamTranscription(modelId, config, options),
  };
}

const timed = (text: string, { start, end }: { readonly start: number; readonly end: number }) => ({
  text,
  startSecond: start,
  endSecond: end,
});

async function requestOf(modelId: string, options: TranscriptionModelV4CallOptions) {
  const { audio, mediaType, providerOptions } = options;
  const own = await parseTranscriptionOptions(providerOptions);
  const warnings: SharedV4Warning[] = [];
  if (own?.streaming !== undefined) {
    const details = 'It has no effect on recordings; use experimental_streamTranscribe for live audio.';
    warnings.push({ type: 'unsupported', feature: 'providerOptions.parlance.streaming', details });
  }
  const granularities = own?.timestampGranularities ?? options.timestampGranularities ?? [];
  const bytes = typeof audio === 'string' ? convertBase64ToUint8Array(audio) : new Uint8Array(audio);
  const formData = new FormData();
  formData.set('model', modelId);
  formData.set('response_format', 'verbose_json');
  if (own?.language !== undefined) formData.set('language', own.language);
  for (const granularity of new Set(['segment', ...granularities]))
    formData.append('timestamp_granularities[]', granularity);
  const fileName = `recording.${mediaTypeToExtension(mediaType)}`;
  formData.set('file', new File([bytes], fileName, { type: mediaType }));
  return { formData, language: own?.language, warnings };
}
