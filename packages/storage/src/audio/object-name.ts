import { SpeechError } from '@parlance/core/errors';

/** The longest name that every file system accepts, minus the suffix of a partial file. */
const MAX_PART_CHARS = 200;
/** No leading dot: `.` and `..` refer to other folders, and hidden names are the store's own. */
const PART = new RegExp(`^[A-Za-z0-9_-][A-Za-z0-9._-]{0,${MAX_PART_CHARS - 1}}$`);
const MAX_FOLDERS = 2;

/** @throws SpeechError `INVALID_INPUT` for a name that is not `[folder/[folder/]]file` */
export function requireObjectName(name: string): string {
  return requireParts(name, MAX_FOLDERS + 1);
}

/** @throws SpeechError `INVALID_INPUT` for a name that is not `folder[/folder]` */
export function requireFolderName(name: string): string {
  return requireParts(name, MAX_FOLDERS);
}

function requireParts(name: string, maxParts: number): string {
  const parts = name.split('/');
  if (parts.length <= maxParts && parts.every((part) => PART.test(part))) return name;
  throw new SpeechError(
    'INVALID_INPUT',
    `A name in the audio store has at most ${maxParts} parts of letters, digits, ".", "-" and "_", none with a leading dot.`,
    { reason: 'OBJECT_NAME' },
  );
}
