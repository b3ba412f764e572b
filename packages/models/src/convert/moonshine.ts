import { SpeechError } from '@parlance/core/errors';

/**
 * Converts Moonshine's `tokenizer.bin` to the `tokens.txt` of sherpa-onnx, with a line `base64(token) TAB id` each.
 *
 * The input is a list of tokens, each preceded by its length: one byte, or two if the first is above 127
 * (`(first & 127) + 128 · second`). A length of 0 is an id without a token.
 *
 * @throws SpeechError `MODEL_CORRUPT` if the file ends inside a token or has no tokens
 */
export function convertMoonshineTokenizer(tokenizer: Uint8Array): string {
  const lines: string[] = [];
  let offset = 0;
  for (let id = 0; offset < tokenizer.length; id++) {
    const first = byteAt(tokenizer, offset++);
    const length = first > 127 ? (first & 127) + 128 * byteAt(tokenizer, offset++) : first;
    if (offset + length > tokenizer.length) throw corrupt();
    const token = Buffer.from(tokenizer.buffer, tokenizer.byteOffset + offset, length);
    // An empty token needs a line as well: sherpa-onnx aborts when it decodes an id without one.
    lines.push(`${token.toString('base64')}\t${id}\n`);
    offset += length;
  }
  if (lines.length === 0) throw corrupt();
  return lines.join('');
}

function byteAt(bytes: Uint8Array, offset: number): number {
  const byte = bytes[offset];
  if (byte === undefined) throw corrupt();
  return byte;
}

function corrupt(): SpeechError {
  return new SpeechError('MODEL_CORRUPT', 'The Moonshine tokenizer is truncated or not a tokenizer.');
}
