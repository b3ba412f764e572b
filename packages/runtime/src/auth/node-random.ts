import { randomBytes, randomUUID } from 'node:crypto';
import type { RandomSource } from '@parlance/core/platform';

export const nodeRandom: RandomSource = {
  id: () => randomUUID().replaceAll('-', ''),
  secret: (bytes) => randomBytes(bytes).toString('base64'),
};
