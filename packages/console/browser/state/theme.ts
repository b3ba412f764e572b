import { useState } from 'preact/hooks';

export type Theme = 'system' | 'light' | 'dark';
const KEY = 'parlance-theme';

/** Fired on `window` when the colours may have changed, so that canvases are redrawn. */
export const THEME_CHANGED = 'parlance-theme-changed';

export function useTheme(): [theme: Theme, choose: (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(() => (localStorage.getItem(KEY) as Theme | null) ?? 'system');
  return [
    theme,
    (chosen) => {
      setTheme(chosen);
      if (chosen === 'system') {
        localStorage.removeItem(KEY);
        delete document.documentElement.dataset.theme;
      } else {
        localStorage.setItem(KEY, chosen);
        document.documentElement.dataset.theme = chosen;
      }
      window.dispatchEvent(new Event(THEME_CHANGED));
    },
  ];
}
