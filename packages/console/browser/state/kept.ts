import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { currentEntry } from './router.ts';

/** Pages behind this one whose lists are remembered. */
const MAX_ENTRIES = 30;

/** What pages showed, by the entry of the history that they were, for those who come back to them. */
const kept = new Map<string, Map<string, unknown>>();

/** @returns keeps a value under its name for when somebody comes back to the entry that is shown now; `undefined` forgets it */
export function useKeeper(): (name: string, value: unknown) => void {
  const [entry] = useState(currentEntry);
  return (name, value) => {
    const values = kept.get(entry) ?? new Map<string, unknown>();
    if (value === undefined) values.delete(name);
    else values.set(name, value);
    kept.delete(entry);
    kept.set(entry, values);
    const [oldest] = kept.keys();
    if (kept.size > MAX_ENTRIES && oldest !== undefined) kept.delete(oldest);
  };
}

/** @returns what was kept under the name when the entry was left */
export function keptValue<Value>(name: string): Value | undefined {
  return kept.get(currentEntry())?.get(name) as Value | undefined;
}

/** A value that is the same again after "back". */
export function useKept<Value>(name: string, make: () => Value): Value {
  const keep = useKeeper();
  const value = useRef<{ readonly name: string; readonly value: Value }>(undefined);
  if (value.current?.name !== name) value.current = { name, value: keptValue<Value>(name) ?? make() };
  const current = value.current.value;
  useEffect(() => keep(name, current), [name, current]);
  return current;
}

const SCROLLED = 'scrolled';

/** Takes the page to where it was when it was left by its links, else to its top. */
export function useKeptScroll(): void {
  const keep = useKeeper();
  useLayoutEffect(() => {
    window.scrollTo(0, keptValue<number>(SCROLLED) ?? 0);
    const note = (): void => keep(SCROLLED, window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, []);
}
