import type { JSX } from 'preact';
import { type Theme, useTheme } from '../state/theme.ts';
import { Icon, type IconName } from './icon.tsx';

const THEMES: Readonly<Record<Theme, readonly [next: Theme, icon: IconName, name: string]>> = {
  system: ['light', 'system', 'Colours of the system'],
  light: ['dark', 'sun', 'Light colours'],
  dark: ['system', 'moon', 'Dark colours'],
};

/** Switches between the system's colours, light and dark. */
export function ThemeButton(): JSX.Element {
  const [theme, choose] = useTheme();
  const [next, icon, name] = THEMES[theme];
  return (
    <button
      type="button"
      class="quiet"
      onClick={() => choose(next)}
      title={name}
      aria-label={`${name}; change`}
    >
      <Icon name={icon} />
    </button>
  );
}
