import { randomBytes, randomUUID } from 'node:crypto';
import type { RandomSource } from '@parlance/core';

export const nodeRandom: RandomSource = {
  id: () => randomUUID().replaceAll('-', ''),
  secret: (bytes) => randomBytes(bytes).toString('base64'),
};
