import { useState } from 'preact/hooks';
import { callAdmin } from '../api/client.ts';
import { createRepeatKey } from '../api/repeat-key.ts';

export interface RepeatablePost {
  /** Sends the form; if it is sent again unchanged after a lost answer, it counts only once. @throws ApiError */
  readonly post: <Answer>(path: string, body?: unknown) => Promise<Answer>;
  /** Makes the next request a new one, whatever happened to the last. */
  readonly renew: () => void;
}

/** The POST of a form that creates or adds something, to an endpoint that accepts an `Idempotency-Key`. */
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
