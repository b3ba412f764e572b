import { useState } from 'preact/hooks';
import { callAdmin } from '../api/client.ts';
import { createRepeatKey } from '../api/repeat-key.ts';

export interface RepeatablePost {
  /** Sends what the form holds; sent again unchanged after a lost answer, it counts once. @throws ApiError */
  readonly post: <Answer>(path: string, body?: unknown) => Promise<Answer>;
  /** What is asked for next is something new, whatever became of the last. */
  readonly renew: () => void;
}

/** The POST of one form that creates or adds something, of an endpoint that takes an `Idempotency-Key`. */
export function useRepeatablePost(): RepeatablePost {
  const [key] = useState(createRepeatKey);
  return {
    async post<Answer>(path: string, body?: unknown) {
      const answer = await callAdmin<Answer>(path, {
        method: 'POST',
        body,
        idempotencyKey: key.keyFor(body),
      });
      key.renew();
      return answer;
    },
    renew: key.renew,
  };
}
