import { expect, it } from 'vitest';
import { MAX_REMEMBERED_APPS } from '../remember-by-app.ts';
import { createCallRate } from './call-rate.ts';

const once = (appId: string) => ({ appId, requestsPerMinute: 1 });

it('forgets the app that called longest ago once there are too many others, and no other', async () => {
  const rate = createCallRate({ monotonicMs: () => 0 });
  await rate.take(once('first'));
  for (let app = 1; app < MAX_REMEMBERED_APPS; app += 1) await rate.take(once(`app ${app}`));
  await expect(rate.take(once('first'))).rejects.toMatchObject({ code: 'REQUEST_RATE_EXCEEDED' });
  // It was just asked for: the one after it goes.
  await rate.take(once('one more'));
  await rate.take(once('app 1'));
  await expect(rate.take(once('first'))).rejects.toMatchObject({ code: 'REQUEST_RATE_EXCEEDED' });
});
