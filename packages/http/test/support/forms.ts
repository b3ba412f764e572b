import { createHash } from 'node:crypto';
import { CREDENTIALS } from './fake-service.ts';

export const BOUNDARY = 'xBOUNDARYx';
export const MULTIPART = { ...CREDENTIALS, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
export const FORM_END = `\r\n--${BOUNDARY}--\r\n`;

/** A text field as it stands in a form. */
export function fieldPart(name: string, value: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

/** What stands before the bytes of a file. */
export function fileHead(name: string, filename: string, type = 'audio/wav'): string {
  return (
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\n` +
    `Content-Type: ${type}\r\n\r\n`
  );
}

export const FILE_HEAD = fileHead('audioContent', 'a.wav');
/** What a browser sends where no file was chosen. */
export const NO_FILE = `${fileHead('audioContent', '', 'application/octet-stream')}\r\n`;

/** A form in the order of its parts. */
export function form(parts: Readonly<Record<string, string | Uint8Array>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, new Blob([value.slice()]), 'a.wav');
  }
  return data;
}

export function postForm(
  url: string,
  body: FormData,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/v1/stt`, { method: 'POST', headers: { ...CREDENTIALS, ...headers }, body });
}

export function sha256(...pieces: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}
