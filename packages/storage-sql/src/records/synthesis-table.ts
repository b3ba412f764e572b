import type { SynthesisRecord } from '@parlance/core/requests';
import type { SynthesisTable } from '@parlance/core/storage';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { fromRow } from './columns.ts';
import { SYNTHESIS_COLUMNS } from './record-columns.ts';
import { createRecordTable } from './record-table.ts';

export function createSynthesisTable(kysely: Kysely<Schema>): SynthesisTable {
  return {
    ...createRecordTable<SynthesisRecord, SynthesisRecord['status']>(kysely, {
      table: 'syntheses',
      columns: SYNTHESIS_COLUMNS,
      id: 'request_id',
      status: 'status',
      endedAt: 'finished_at',
    }),
    async withAudioEndedBefore(time, limit) {
      const rows = await kysely
        .selectFrom('syntheses')
        .selectAll()
        .where('audio', 'is not', null)
        .where('finished_at', '<', new Date(time))
        .orderBy('finished_at')
        .orderBy('request_id')
        .limit(limit)
        .execute();
      return rows.map((row) => fromRow(SYNTHESIS_COLUMNS, { ...row }));
    },
  };
}
