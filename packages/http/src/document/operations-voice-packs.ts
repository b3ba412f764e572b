import { removalInput } from '@parlance/core/administration';
import { voicePackInput } from '@parlance/core/voices';
import { z } from 'zod';
import { ADMIN_FAMILY } from './error-families.ts';
import { json } from './members.ts';
import type { Operation } from './operation.ts';

const admin = { tag: 'Admin', access: 'admin', errors: ADMIN_FAMILY } as const;
const URL = '/admin/v1/voice-packs';

/** Voice packs of a running service. */
export const VOICE_PACK_OPERATIONS: readonly Operation[] = [
  {
    ...admin,
    method: 'GET',
    url: URL,
    operationId: 'listVoicePacks',
    summary: 'Voice packs that were added while the service runs, oldest first',
    description:
      'Packs in the folder `voices` of the data folder, or named by the settings, are not among them.',
    answers: { 200: json('The packs.', 'VoicePacks') },
    faults: [],
  },
  {
    ...admin,
    method: 'POST',
    url: URL,
    operationId: 'addVoicePack',
    summary: 'Add a voice pack; its voices can be used at once',
    description:
      'The form has the files of the pack: `voice-pack.json` and those that it names. The name of each file is its path; folders above ' +
      '`voice-pack.json` are left out, and so are files that it does not name, except the licence and the README. At most 1000 files and ' +
      '1 GB. The pack is kept after its first voice has spoken; nothing of one that is refused is kept.',
    query: voicePackInput,
    body: {
      mediaType: 'multipart/form-data',
      schema: z.object({ file: z.array(z.file()).meta({ description: 'Any field name will do.' }) }),
    },
    answers: { 201: json('The pack.', 'VoicePack') },
    faults: [
      'INVALID_INPUT',
      'NOT_FOUND',
      'VOICE_PACK_CONFLICT',
      'FORBIDDEN',
      'QUEUE_FULL',
      'STORAGE_FULL',
      'STORAGE_FAILED',
    ],
  },
  {
    ...admin,
    method: 'DELETE',
    url: `${URL}/:packId`,
    operationId: 'removeVoicePack',
    summary: 'Take the voices of a pack out of the service and delete its files',
    description:
      'What its voices are speaking comes to its end; new requests do not find them. Refused without `force` where one of them is the ' +
      'default voice or named by the settings.',
    path: { packId: 'From List voice packs.' },
    query: removalInput,
    answers: { 204: { description: 'Removed.' } },
    faults: ['NOT_FOUND', 'INVALID_INPUT', 'VOICE_PACK_CONFLICT', 'FORBIDDEN', 'STORAGE_FAILED'],
  },
];
