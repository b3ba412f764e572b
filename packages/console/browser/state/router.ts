import { useEffect, useState } from 'preact/hooks';
import { ROOT } from '../api/client.ts';

const HOME = `${ROOT.pathname}console`;
const MOVED = 'parlance-moved';

/** The page's path within the console, such as `/apps/x`, and its query. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

export function addressOf(path: string): string {
  return HOME + path;
}

export function navigate(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(history.state, '', addressOf(path));
  else history.pushState({ entry: nextEntry() }, '', addressOf(path));
  window.dispatchEvent(new Event(MOVED));
}

/** Id of the current history entry, which is the same again after "back". */
export function currentEntry(): string {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'entry' in state ? String(state.entry) : '';
}

let entries = 0;

/** A new id, different from those of earlier loads of the page that the history may still contain. */
function nextEntry(): string {
  entries += 1;
  return `${performance.timeOrigin}-${entries}`;
}

/** The current place; the component is rendered again when it changes. */
export function usePlace(): Place {
  const [place, setPlace] = useState(currentPlace);
  useEffect(() => {
    const move = (): void => setPlace(currentPlace());
    window.addEventListener(MOVED, move);
    window.addEventListener('popstate', move);
    return () => {
      window.removeEventListener(MOVED, move);
      window.removeEventListener('popstate', move);
    };
  }, []);
  return place;
}

function currentPlace(): Place {
  const path = location.pathname.slice(HOME.length).replace(/\/+$/, '');
  return { path: path === '' ? '/overview' : path, query: new URLSearchParams(location.search) };
}
