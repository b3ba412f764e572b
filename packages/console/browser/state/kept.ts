import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { currentEntry } from './router.ts';

/** Number of history entries whose state is kept. */
const MAX_ENTRIES = 30;

/** State of pages by history entry, for navigation back to them. */
const kept = new Map<string, Map<string, unknown>>();

/** @returns a function that keeps a value by name for the current history entry; `undefined` removes it */
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

/** @returns the value that was kept for the current history entry */
export function keptValue<Value>(name: string): Value | undefined {
  return kept.get(currentEntry())?.get(name) as Value | undefined;
}

/** A value that stays the same after "back", and a function that makes it again. */
export function useKept<Value>(name: string, make: () => Value): [value: Value, renew: () => void] {
  const keep = useKeeper();
  const [, setRound] = useState(0);
  const value = useRef<{ readonly name: string; readonly value: Value }>(undefined);
  if (value.current?.name !== name) value.current = { name, value: keptValue<Value>(name) ?? make() };
  const current = value.current.value;
  useEffect(() => keep(name, current), [name, current]);
  const renew = (): void => {
    value.current = { name, value: make() };
    setRound((before) => before + 1);
  };
  return [current, renew];
}

const SCROLLED = 'scrolled';

/** Restores the scroll position after "back", else scrolls to the top. */
export function useKeptScroll(): void {
  const keep = useKeeper();
  useLayoutEffect(() => {
    window.scrollTo(0, keptValue<number>(SCROLLED) ?? 0);
    const note = (): void => keep(SCROLLED, window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, []);
}
