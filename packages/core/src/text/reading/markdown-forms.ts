import type { ReadingForm } from '../reading-form.ts';

const dropped = (pattern: RegExp): ReadingForm => ({ pattern, read: () => '' });

/**
 * Markdown signs are not spoken, but the marked text is. `normalizeForSpeech` has removed bullets and rules. Each pattern covers
 * only the signs, so that other forms can read the text between them.
 */
export const MARKDOWN_FORMS: readonly ReadingForm[] = [
  // Headings, quotes and boxes of task lists at the start of a line.
  dropped(/^(?:#{1,6} |>(?! ?\d) ?)+/gu),
  dropped(/^\[[ xX]\] /gu),
  // Links and images: the text is read, the address is not.
  dropped(/!?\[(?=[^\]]+\]\()/gu),
  // An address may contain one pair of parentheses.
  dropped(/(?<=[^\s[])\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)?\)/gu),
  // **strong**, __strong__, ~~struck~~: closed before a space or mark, opened after one.
  dropped(/(?<![\p{L}\p{N}*])\*{1,3}(?=[^\s*][^*]*\*)|(?<=[^\s*])\*{1,3}(?![\p{L}\p{N}*])/gu),
  dropped(/(?<![\p{L}\p{N}_])_{1,3}(?=[^\s_][^_]*_)|(?<=[^\s_])_{1,3}(?![\p{L}\p{N}_])/gu),
  dropped(/~~/gu),
  dropped(/`+/gu),
];
