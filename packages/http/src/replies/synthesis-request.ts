import type { SynthesisView } from '@parlance/core/synthesis';
import { TTS_ERRORS } from '../errors/error-tables.ts';
import { wireFailure } from '../errors/http-error.ts';

/** @returns the audio's address, whole: a link that is a path stands under the service's public address */
export function absoluteLink(link: string, baseUrl: string): string {
  return link.startsWith('/') ? baseUrl + link : link;
}

/** @returns the answer of Get request */
export function synthesisRequestView(
  { record, audioLink, wordsLink, subtitlesLink }: SynthesisView,
  baseUrl: string,
): object {
  const { requestId, status, failure } = record;
  if (status === 'FAILED' && failure !== null) {
    const error = wireFailure(TTS_ERRORS[failure.code], failure);
    return { requestId, status, error, error_code: error.code, error_message: error.message };
  }
  return {
    requestId,
    status,
    ...(audioLink === undefined ? {} : { audioLink: absoluteLink(audioLink, baseUrl) }),
    ...(wordsLink === undefined ? {} : { wordsLink: absoluteLink(wordsLink, baseUrl) }),
    ...(subtitlesLink === undefined ? {} : { subtitlesLink: absoluteLink(subtitlesLink, baseUrl) }),
  };
}
