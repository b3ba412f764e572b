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

/** Warnings in one line. What a caller wrote comes back in them, so signs that no header may hold are masked. */
function headerOf(warnings: readonly string[]): string {
  return warnings
    .join(' | ')
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, MAX_WARNINGS_CHARS);
}
