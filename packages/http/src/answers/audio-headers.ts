import type { LiveSynthesis } from '@parlance/core/synthesis';

const MAX_WARNINGS_CHARS = 2000;

/** The headers of live audio. */
export function audioHeaders({
  contentType,
  characters,
  credits,
  warnings = [],
}: LiveSynthesis): Record<string, string> {
  return {
    'content-type': contentType,
    'x-characters': String(characters),
    'x-credits': credits,
    ...(warnings.length === 0 ? {} : { 'x-warnings': headerOf(warnings) }),
  };
}

/** Warnings in one line. They contain the caller's text, so characters that are not allowed in headers are masked. */
function headerOf(warnings: readonly string[]): string {
  return warnings
    .join(' | ')
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, MAX_WARNINGS_CHARS);
}
