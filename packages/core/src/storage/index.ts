/** What a storage implements: tables of records, audio, uploads. */
export type {
  AdminActorKind,
  AdminSessionRecord,
  AdminSessionTable,
  AuditEntry,
  AuditLog,
  ChoiceTable,
  RejectedCalls,
  RejectionTable,
  SecretTable,
  TalliedType,
  Tallies,
  Tally,
  TallyQuery,
} from './admin-records.ts';
export type {
  AudioObjectOptions,
  AudioSink,
  AudioStore,
  ByteRange,
  ListedAudio,
  LocalCopy,
  NewAudioOptions,
  StoredAudio,
} from './audio-store.ts';
export type { ConnectionFigures, OnConnectionWait } from './connection-figures.ts';
export type { LedgerFiles } from './ledger-files.ts';
export type { NodeEngine, NodeReport, NodeReports } from './node-report.ts';
export type { RecordKeeping } from './record-keeping.ts';
export type {
  JobOptions,
  JobOutbox,
  RecordQuery,
  RecordStore,
  Records,
  RecordTable,
  SynthesisTable,
} from './record-store.ts';
export { NO_CHOICES, type SpeechChoices } from './speech-choices.ts';
export type { ServiceTotals, SpeechStorage } from './speech-storage.ts';
export type { Spool, SpooledFile } from './spool.ts';
export type { VocabularyRecord, VocabularyTable } from './vocabulary-table.ts';
