const KEY_BYTES = 16;

/** The `Idempotency-Key` of one filled-in form. */
export interface RepeatKey {
  /** @returns the key to send `body` with: the last key if the body is the same, else a new one */
  keyFor(body: unknown): string;
  /** Marks the last body as received, so that the same values get a new key from now on. */
  renew(): void;
}

/** Makes it safe to send a form again if the answer was lost, since the server does the same thing only once under the same key. */
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

/** Does not use `crypto.randomUUID`, which browsers have only on HTTPS and `localhost`, since the console also works over plain HTTP. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
