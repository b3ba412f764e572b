const KEY_BYTES = 16;

/** The `Idempotency-Key` of one filled-in form. */
export interface RepeatKey {
  /** @returns the key to send `body` with: the last one as long as the body is the same, a new one for another */
  keyFor(body: unknown): string;
  /** What was sent has arrived: the same values are something new from here on. */
  renew(): void;
}

/** Makes a form safe to send again when its answer was lost: the server does the same thing under the same key once. */
export function createRepeatKey(): RepeatKey {
  let last: { readonly text: string | undefined; readonly key: string } | undefined;
  return {
    keyFor(body) {
      const text = JSON.stringify(body);
      if (last === undefined || last.text !== text) last = { text, key: randomKey() };
      return last.key;
    },
    renew() {
      last = undefined;
    },
  };
}

/** Not `crypto.randomUUID`: browsers have it on HTTPS and `localhost` only, and the console is used over plain HTTP too. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
