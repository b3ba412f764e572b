import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { App, LedgerEntry } from '@parlance/core/accounts';
import type { SynthesisRecord, TranscriptionRecord, WebhookDelivery } from '@parlance/core/requests';

const FOLDER = new URL('../../../fixtures/databases/', import.meta.url);

/** The records of a database, as read by the version that created it. */
export interface StoredRecords {
  readonly apps: readonly (App & { readonly retiredWebhookSecret?: object | null })[];
  readonly syntheses: readonly SynthesisRecord[];
  readonly transcriptions: readonly TranscriptionRecord[];
  readonly deliveries: readonly WebhookDelivery[];
  readonly entries: readonly LedgerEntry[];
  readonly balance: string;
  readonly waiting: number;
}

/** The steps after which a database was stored, in order; see `npm run store:database`. */
export const STORED_STEPS = storedWith('.sql.gz');
/** The steps for which the files of an embedded database were stored. */
export const STORED_FOLDERS = storedWith('.folder.tar.zst');

function storedWith(ending: string): readonly string[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(ending));
  return names.map((name) => name.slice(0, -ending.length)).toSorted();
}

export function storedRecords(step: string): StoredRecords {
  return JSON.parse(unzipped(`${step}.records.json.gz`)) as StoredRecords;
}

export function storedStatements(step: string): string {
  return unzipped(`${step}.sql.gz`);
}

/** The code of the version whose newest step it was, as a module. */
export function storedCode(step: string): string {
  return unzipped(`${step}.storage.mjs.gz`);
}

/** Unpacks the embedded database into a data folder. */
export function unpackFolder(step: string, folder: string): void {
  const tar = zstdDecompressSync(readFileSync(fileOf(`${step}.folder.tar.zst`)));
  execFileSync('tar', ['-x', '-C', folder], { input: tar });
}

function unzipped(name: string): string {
  return gunzipSync(readFileSync(fileOf(name))).toString();
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(name, FOLDER));
}
