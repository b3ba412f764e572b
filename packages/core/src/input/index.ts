/** Parsing input: errors that name the field and suggest corrections, numbers, addresses, pages and cursors of lists. */
export { callerUrl } from './caller-url.ts';
export { languageInput } from './language-input.ts';
export type { Page, PageQuery, RecordPosition } from './list-cursor.ts';
export { didYouMean } from './nearest-name.ts';
export { numberBetween } from './number-input.ts';
export { parseInput } from './parse-input.ts';
export { parseJson, parseMessage } from './parse-message.ts';
