import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { PART_MISSING } from '../state/load-part.ts';
import { Icon } from './icon.tsx';

/** Says that a part of the page could not be loaded; nothing until then. */
export function MissingPart(): JSX.Element | null {
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    const show = (): void => setIsMissing(true);
    window.addEventListener(PART_MISSING, show);
    return () => window.removeEventListener(PART_MISSING, show);
  }, []);
  if (!isMissing) return null;
  return (
    <div class="notice" role="alert">
      <Icon name="warning" />
      <div>
        <strong>A part of this page could not be loaded.</strong>
        <p>The page is probably older than the server. Reload it to use the current one.</p>
      </div>
      <button type="button" class="button" onClick={() => location.reload()}>
        Reload
      </button>
    </div>
  );
}
