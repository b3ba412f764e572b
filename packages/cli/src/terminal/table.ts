import { stripVTControlCharacters } from 'node:util';

/**
 * Formats rows in columns, each as wide as its widest cell. Cells may contain names chosen by users, so terminal control sequences are
 * removed.
 */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows].map((row) => header.map((_, column) => printable(row[column] ?? '')));
  const widths = header.map((_, column) => Math.max(...lines.map((line) => widthOf(line[column] ?? ''))));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function printable(cell: string): string {
  return stripVTControlCharacters(cell).replace(/\p{Cc}+/gu, ' ');
}

/** East Asian characters are two columns wide. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

function widthOf(cell: string): number {
  return [...cell].length + (cell.match(WIDE)?.length ?? 0);
}
