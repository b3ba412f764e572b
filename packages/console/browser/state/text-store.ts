/** Texts by name, which the browser keeps. */
interface TextStore {
  readonly get: (name: string) => string | undefined;
  /** `undefined` removes the text. */
  readonly set: (name: string, text: string | undefined) => void;
}

/** Kept for later visits. */
export const lastingTexts = textStoreOf(() => localStorage);
/** Kept in this tab, until it is closed. */
export const textsOfTab = textStoreOf(() => sessionStorage);

/** @param open may throw: where cookies are blocked, or the storage is full, texts are kept only until the page is left */
function textStoreOf(open: () => Storage): TextStore {
  const refused = new Map<string, string>();
  return {
    get(name) {
      try {
        return refused.get(name) ?? open().getItem(name) ?? undefined;
      } catch {
        return undefined;
      }
    },
    set(name, text) {
      refused.delete(name);
      try {
        if (text === undefined) open().removeItem(name);
        else open().setItem(name, text);
      } catch {
        if (text !== undefined) refused.set(name, text);
      }
    },
  };
}
