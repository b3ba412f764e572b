import { SpeechError } from '@parlance/core';

/** @returns the refusal of something the interface has but this version has not: better than an answer that lies */
export function notAvailableYet(field: string, what: string, reason: string): SpeechError {
  return new SpeechError('INVALID_INPUT', `${what} is not available yet: ${reason}.`, { field });
}

export const NEEDS_STORAGE = 'it needs durable storage';
