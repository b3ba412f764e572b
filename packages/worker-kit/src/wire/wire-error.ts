import { type ErrorDetails, SpeechError, type SpeechErrorCode, type WireError } from '@parlance/core/errors';

/**
 * Turns whatever was thrown into a record that survives a thread and a process: Error objects lose their name and code
 * on the way. A SpeechError keeps its code; anything else gets `code`.
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
