import { SpeechError } from '../errors/speech-error.ts';

/** Separates the forms in a cell, since commas and tabs separate cells. */
const FORM_SEPARATOR = /[|;]/u;
const HEADER = /^term$/iu;

/**
 * Reads terms from a file: a JSON list, or a table in CSV or TSV with the columns `term`, `saidAs` and `heardAs`, whose forms
 * are separated by `|` or `;`. A first row of column names and empty rows are skipped.
 *
 * @returns the unvalidated terms; `appVocabulary` and `callVocabulary` check the limits
 * @throws SpeechError `INVALID_INPUT` for invalid JSON
 */
export function readTerms(text: string): unknown {
  const trimmed = text.replace(/^\uFEFF/u, '').trim();
  if (/^[[{]/u.test(trimmed)) return fromJson(trimmed);
  const separator = trimmed.includes('\t') ? '\t' : ',';
  const rows = rowsOf(trimmed, separator).filter((cells) => cells.some((cell) => cell !== ''));
  const [first] = rows;
  const body = HEADER.test(first?.[0] ?? '') ? rows.slice(1) : rows;
  return body.map(([term = '', saidAs = '', heardAs = '']) => {
    const forms = heardAs
      .split(FORM_SEPARATOR)
      .map((form) => form.trim())
      .filter((form) => form !== '');
    return { term, ...(saidAs !== '' && { saidAs }), ...(forms.length > 0 && { heardAs: forms }) };
  });
}

/** An answer of the admin API is an object with the list and its app. */
function fromJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SpeechError('INVALID_INPUT', 'The terms are neither JSON nor a table of CSV or TSV.', {
      field: 'terms',
    });
  }
  return typeof value === 'object' && value !== null && 'terms' in value ? value.terms : value;
}

/** Cells may be in double quotes; then they may contain the separator, line breaks, and a quote written as two (RFC 4180). */
function rowsOf(text: string, separator: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let cells: string[] = [];
  for (let at = 0; at <= text.length; at++) {
    const quoted = text[at] === '"' ? quotedCell(text, at) : undefined;
    const end = quoted?.end ?? endOfCell(text, at, separator);
    cells.push(quoted?.cell ?? text.slice(at, end).trim());
    at = quoted === undefined ? end : endOfCell(text, end, separator);
    if (text[at] === separator) continue;
    rows.push(cells);
    cells = [];
    if (text[at] === '\r' && text[at + 1] === '\n') at++;
  }
  return rows;
}

function endOfCell(text: string, from: number, separator: string): number {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
  return end;
}

function quotedCell(text: string, from: number): { readonly cell: string; readonly end: number } {
  let cell = '';
  let at = from + 1;
  for (; at < text.length; at++) {
    if (text[at] !== '"') cell += text[at];
    else if (text[at + 1] === '"') {
      cell += '"';
      at++;
    } else break;
  }
  return { cell: cell.trim(), end: at + 1 };
}
