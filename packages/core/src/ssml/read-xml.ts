import { SaxesParser } from 'saxes';
import { SpeechError } from '../errors/speech-error.ts';
import { LIMITS } from '../limits/limits.ts';

/** A place in a document; line and column are counted from 1. */
export interface XmlPlace {
  readonly line: number;
  readonly column: number;
}

export interface XmlElement {
  /** Includes its prefix, if it has one. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly place: XmlPlace;
}

export interface XmlReader {
  open(element: XmlElement): void;
  close(): void;
  /** Entities are resolved. A text may be reported in several pieces. */
  text(text: string): void;
}

/** How much is read at a time, so that a long document does not block the event loop. */
const PIECE_CHARS = 16_384;

/**
 * Reads a document from beginning to end. There are no entities beyond those of XML itself: a document type, which could declare
 * others, is refused, and nothing is ever fetched.
 *
 * @throws SpeechError `INVALID_INPUT` with the place if the document is not well-formed
 */
export async function readXml(
  source: string,
  reader: XmlReader,
  yieldToEventLoop: () => Promise<void> = async () => undefined,
): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const place = (): XmlPlace => ({ line: parser.line, column: parser.column });
  let depth = 0;
  parser.on('error', ({ message }) => {
    const fault = message.replace(/^\d+:\d+: |\.$/g, '');
    const ampersand = fault.startsWith('unclosed') ? bareAmpersand(source) : undefined;
    if (ampersand !== undefined) throw notWellFormed('write "&" as "&amp;"', ampersand);
    const isPlainText = depth === 0 && fault.startsWith('text data outside');
    throw notWellFormed(isPlainText ? 'there is text outside <speak>' : fault, place());
  });
  parser.on('doctype', () => {
    throw notWellFormed('a document type is not allowed; remove <!DOCTYPE …>', place());
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > LIMITS.ssml.maxDepth) {
      throw notWellFormed(
        `elements are nested more than ${LIMITS.ssml.maxDepth} deep; that is the limit`,
        place(),
      );
    }
    reader.open({ name, attributes, place: place() });
  });
  parser.on('closetag', () => {
    depth -= 1;
    reader.close();
  });
  parser.on('text', (text) => reader.text(text));
  parser.on('cdata', (text) => reader.text(text));
  for (let at = 0; at < source.length; at += PIECE_CHARS) {
    parser.write(source.slice(at, at + PIECE_CHARS));
    if (source.length > PIECE_CHARS) await yieldToEventLoop();
  }
  parser.close();
}

/** The place of an "&" that begins no entity: the parser would take everything after it for a name, and miss the end of the document. */
function bareAmpersand(source: string): XmlPlace | undefined {
  const index = source.search(/&(?!(?:#\d+|#x[\da-f]+|[a-z]+);)/i);
  if (index < 0) return undefined;
  const lines = source.slice(0, index + 1).split('\n');
  return { line: lines.length, column: lines.at(-1)?.length ?? 1 };
}

/** The error for a fault in the markup of the field `text`. */
export function notWellFormed(fault: string, { line, column }: XmlPlace): SpeechError {
  return new SpeechError(
    'INVALID_INPUT',
    `text is not SSML that can be read: line ${line}, column ${column}: ${fault}.`,
    {
      field: 'text',
      line,
      column,
    },
  );
}
