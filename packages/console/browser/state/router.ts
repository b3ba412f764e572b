import { useEffect, useState } from 'preact/hooks';
import { ROOT } from '../api/client.ts';

const HOME = `${ROOT.pathname}console`;
const MOVED = 'parlance-moved';

/** The page's address below the console's own: `/apps/x` and its query. */
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

/** Which entry of the browser's history is shown: the same one again after "back". */
export function currentEntry(): string {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'entry' in state ? String(state.entry) : '';
}

let entries = 0;

/** Unlike those of earlier loads of the page, which the history may still have. */
function nextEntry(): string {
  entries += 1;
  return `${performance.timeOrigin}-${entries}`;
}

/** The current place; the component is drawn again when it changes. */
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
