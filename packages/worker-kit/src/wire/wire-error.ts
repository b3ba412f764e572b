import { type ErrorDetails, SpeechError, type SpeechErrorCode, type WireError } from '@parlance/core/errors';

/**
 * Converts anything that was thrown into a record that can be sent between threads and processes, since Error objects lose their name and code
 * there. A SpeechError keeps its code; anything else gets `code`.
 */
export function toWireError(thrown: unknown, code: SpeechErrorCode): WireError {
  if (SpeechError.is(thrown)) return thrown.toWire();
  if (!(thrown instanceof Error)) return { code, message: String(thrown), details: {} };
  return { code, message: thrown.message || thrown.name, details: errorDetails(thrown) };
}

function errorDetails(error: Error): ErrorDetails {
  const systemCode = 'code' in error && typeof error.code === 'string' ? { causeCode: error.code } : {};
  return { causeName: error.name, ...systemCode };
}
