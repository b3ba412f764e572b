import { readFileSync } from 'node:fs';

/** @returns a file's text; `undefined` if it can't be read, such as a file of Linux on other systems */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
