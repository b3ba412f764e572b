import { useState } from 'preact/hooks';
import { lastingTexts } from './text-store.ts';

export type Theme = 'system' | 'light' | 'dark';
const KEY = 'parlance-theme';

/** Fired on `window` when the colours may have changed, so that canvases are redrawn. */
export const THEME_CHANGED = 'parlance-theme-changed';

export function useTheme(): [theme: Theme, choose: (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(() => (lastingTexts.get(KEY) as Theme | undefined) ?? 'system');
  return [
    theme,
    (chosen) => {
      setTheme(chosen);
      lastingTexts.set(KEY, chosen === 'system' ? undefined : chosen);
      if (chosen === 'system') delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = chosen;
      window.dispatchEvent(new Event(THEME_CHANGED));
    },
  ];
}
