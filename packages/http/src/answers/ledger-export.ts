import type { LedgerEntry } from '@parlance/core/accounts';
import { batched } from '@parlance/core/platform';
import { exactNumber } from './app-view.ts';

/** Rows of which the first has been read already, to find errors before the answer begins. */
export interface LedgerRows {
  readonly first: IteratorResult<LedgerEntry>;
  readonly entries: AsyncIterator<LedgerEntry>;
}

const MEMBERS = ['at', 'unit', 'kind', 'amount', 'reference', 'entryId'] as const;
/** How many rows are sent at once. */
const BATCH = 200;

/** RFC 4180, with a header line. Amounts are exact decimals. */
export async function* ledgerCsv(rows: LedgerRows): AsyncGenerator<string, void, undefined> {
  yield `${MEMBERS.join(',')}\r\n`;
  for await (const batch of batched(entriesOf(rows), BATCH)) {
    yield batch.map((entry) => `${MEMBERS.map((member) => csvField(entry[member])).join(',')}\r\n`).join('');
  }
}

/** `{ "entries": […] }` */
export async function* ledgerJson(rows: LedgerRows): AsyncGenerator<string, void, undefined> {
  yield '{"entries":[';
  let separator = '';
  for await (const batch of batched(entriesOf(rows), BATCH)) {
    yield separator + batch.map(entryJson).join(',');
    separator = ',';
  }
  yield ']}';
}

function entryJson({ at, unit, kind, amount, reference, entryId }: LedgerEntry): string {
  return JSON.stringify({ at, unit, kind, amount: exactNumber(amount), reference, entryId });
}

/**
 * References come from callers: they are quoted if necessary, and a value that a spreadsheet would take for a formula gets a leading
 * apostrophe. Amounts begin with a minus and stay numbers.
 */
function csvField(value: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(?:\.\d+)?$/.test(value);
  const text = isFormula ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function* entriesOf({ first, entries }: LedgerRows): AsyncGenerator<LedgerEntry, void> {
  try {
    for (let next = first; next.done !== true; next = await entries.next()) yield next.value;
  } finally {
    await entries.return?.();
  }
}
