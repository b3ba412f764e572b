import { z } from 'zod';
import { errorMembers } from '../errors/error-families.ts';
import { named } from '../kit/named-schema.ts';

const modelMembers = z.strictObject({
  id: z.string(),
  title: z.string(),
  kind: z.string().meta({
    description: 'synthesis, recognition, online-recognition, voice-activity, punctuation or data.',
  }),
  family: z.string(),
  languages: z.array(z.string()),
  licence: z.string(),
  licenceUrl: z.string(),
  licenceNotice: z.string().nullable(),
  goodFor: z
    .string()
    .nullable()
    .meta({ description: 'One line that helps operators choose; null for parts of other models.' }),
  figures: z
    .string()
    .nullable()
    .meta({ description: 'What the project measured: word errors, time, memory.' }),
  sizeBytes: z.int(),
  downloadBytes: z.int().nullable(),
  state: z.enum(['available', 'installing', 'installed']),
  progress: z
    .strictObject({
      phase: z.enum(['download', 'verify', 'convert', 'install']),
      doneBytes: z.int(),
      totalBytes: z.int().meta({ description: '0: not known yet.' }),
    })
    .nullable(),
  error: errorMembers.nullable().meta({ description: 'Why the last install failed.' }),
  isInUse: z.boolean().meta({ description: 'Its voices or its recognizer are offered.' }),
  isDeclared: z.boolean().meta({ description: 'Settings or defaults of a plugin name it.' }),
  isDefault: z.boolean(),
  voices: z.array(z.string()).meta({ description: 'Codes.' }),
  requiredBy: z.array(z.string()).meta({ description: 'Installed models that need it.' }),
  memoryBytes: z
    .int()
    .nullable()
    .meta({ description: 'Memory of the workers of this process; null: not loaded.' }),
  measured: z
    .strictObject({ audioSeconds: z.number(), realTimeFactor: z.number() })
    .nullable()
    .meta({ description: 'Measured from its work in this process: seconds of work per second of audio.' }),
});

export const managedModel = named('ManagedModel', modelMembers);

export const modelOverview = named(
  'ModelOverview',
  z.strictObject({
    directory: z.string(),
    defaultVoice: z.string().nullable(),
    defaultRecognizer: z.string().nullable(),
    models: z.array(modelMembers),
  }),
);
