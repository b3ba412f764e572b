import { stripVTControlCharacters } from 'node:util';

/** Lays rows out in columns, each as wide as its widest cell. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((_, column) =>
    Math.max(...[header, ...rows].map((row) => widthOf(row[column] ?? ''))),
  );
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function widthOf(cell: string): number {
  return stripVTControlCharacters(cell).length;
}
