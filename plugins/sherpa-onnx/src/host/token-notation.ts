import type { RecognizedToken } from '@parlance/core/engine';

/** How the addon writes a byte of a character that is not in the model's vocabulary. */
const BYTE = /^<0x([0-9A-F]{2})>$/u;
const ASCII_START = /^[\u0021-\u007e]/u;

/**
 * Converts tokens of a vocabulary that marks continued pieces (`hel@@`, `lo`) to the notation that marks the beginning of words (` hel`, `lo`).
 * Characters of other scripts are separate tokens, without a space before them.
 *
 * @param mark the ending of a token that the next one continues
 */
export function withSpaces(tokens: readonly string[], mark: string): readonly string[] {
  return tokens.map((token, index) => {
    const bare = token.endsWith(mark) ? token.slice(0, -mark.length) : token;
    const isContinued = tokens[index - 1]?.endsWith(mark) === true;
    return !isContinued && ASCII_START.test(bare) ? ` ${bare}` : bare;
  });
}

/** Joins characters that came byte by byte: each begins with its first byte, and its probability is the product of all of them. */
export function joinBytes(tokens: readonly RecognizedToken[]): readonly RecognizedToken[] {
  const joined: RecognizedToken[] = [];
  let decoder = new TextDecoder();
  let open: RecognizedToken | undefined;
  for (const token of tokens) {
    const [, hex] = BYTE.exec(token.text) ?? [];
    if (hex === undefined) {
      // An incomplete character is dropped.
      if (open !== undefined) decoder = new TextDecoder();
      open = undefined;
      joined.push(token);
      continue;
    }
    const text = decoder.decode(Uint8Array.of(Number.parseInt(hex, 16)), { stream: true });
    open = { ...(open ?? token), text, ...sumOf(open, token) };
    if (text === '') continue;
    joined.push(open);
    open = undefined;
  }
  return joined;
}

function sumOf(
  open: RecognizedToken | undefined,
  { logProbability }: RecognizedToken,
): Pick<RecognizedToken, 'logProbability'> {
  if (logProbability === undefined) return {};
  return { logProbability: (open?.logProbability ?? 0) + logProbability };
}
