import type { ErrorDetails, SpeechError, SpeechErrorCode } from '@parlance/core';

/** Makes a typed error. Core is loaded when one is needed: it would add half a second to the start of each thread. */
export async function engineError(
  code: SpeechErrorCode,
  message: string,
  details: ErrorDetails = {},
): Promise<SpeechError> {
  const core = await import('@parlance/core');
  return new core.SpeechError(code, message, details);
}
