import { normalizedWords } from '@parlance/testkit';

/**
 * Finds in the text of a long session what was heard of each recording, by the cheapest way to turn the words that were said into those
 * that were heard.
 *
 * @returns as many texts as `references`; empty where nothing was heard of a recording
 */
export function heardOfEach(references: readonly string[], text: string): readonly string[] {
  const said = references.flatMap((reference, clip) =>
    normalizedWords(reference).map((word) => ({ word, clip })),
  );
  const heard = text.split(/\s+/u).filter((word) => word !== '');
  const keys = heard.map((word) => normalizedWords(word).join(' '));
  const width = heard.length + 1;
  const costs = new Uint16Array((said.length + 1) * width);
  const costAt = (row: number, column: number): number => costs[row * width + column] as number;
  const differs = (row: number, column: number): number => (said[row]?.word === keys[column] ? 0 : 1);
  for (let row = 0; row <= said.length; row++) {
    for (let column = 0; column < width; column++) {
      costs[row * width + column] =
        row === 0 || column === 0
          ? row + column
          : Math.min(
              costAt(row - 1, column - 1) + differs(row - 1, column - 1),
              costAt(row - 1, column) + 1,
              costAt(row, column - 1) + 1,
            );
    }
  }
  const words: string[][] = references.map(() => []);
  let [row, column] = [said.length, heard.length];
  while (column > 0) {
    const here = costAt(row, column);
    const isPair = row > 0 && here === costAt(row - 1, column - 1) + differs(row - 1, column - 1);
    const isMissed = !isPair && row > 0 && here === costAt(row - 1, column) + 1;
    if (!isMissed) {
      column -= 1;
      words[said[Math.max(0, row - 1)]?.clip ?? 0]?.unshift(heard[column] as string);
    }
    if (isPair || isMissed) row -= 1;
  }
  return words.map((of) => of.join(' '));
}
