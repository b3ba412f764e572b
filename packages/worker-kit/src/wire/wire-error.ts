import type { ErrorDetails, SpeechError, SpeechErrorCode, WireError } from '@parlance/core';

/**
 * Turns whatever was thrown into a record that survives a thread and a process: Error objects lose their name and code
 * on the way. A SpeechError keeps its code; anything else gets `code`.
 */
export function toWireError(thrown: unknown, code: SpeechErrorCode): WireError {
  if (isSpeechError(thrown)) return thrown.toWire();
  if (!(thrown instanceof Error)) return { code, message: String(thrown), details: {} };
  return { code, message: thrown.message || thrown.name, details: errorDetails(thrown) };
}

/**
 * By its shape: `SpeechError.is` would make every child and every thread load all of core before its model, half a second
 * each when run from source.
 */
function isSpeechError(thrown: unknown): thrown is SpeechError {
  const isNamed = thrown instanceof Error && thrown.name === 'SpeechError';
  return isNamed && 'toWire' in thrown && typeof thrown.toWire === 'function';
}

function errorDetails(error: Error): ErrorDetails {
  const systemCode = 'code' in error && typeof error.code === 'string' ? { causeCode: error.code } : {};
  return { causeName: error.name, ...systemCode };
}
