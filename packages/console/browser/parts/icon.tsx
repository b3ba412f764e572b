import type { JSX } from 'preact';

/** Line drawings on a grid of 20. */
const DRAWINGS = {
  overview: 'M3 17V9m4.7 8V4m4.6 13v-6M17 17V7',
  apps: 'M3.5 3.5h5v5h-5zm8 0h5v5h-5zm-8 8h5v5h-5zm8 0h5v5h-5z',
  voices:
    'M10 2.5a2.5 2.5 0 0 0-2.5 2.5v4.5a2.5 2.5 0 0 0 5 0V5A2.5 2.5 0 0 0 10 2.5ZM4.5 9.5a5.5 5.5 0 0 0 11 0M10 15v2.5',
  try: 'M3 8.5v3M6.5 5.5v9M10 3v14m3.5-10v6M17 8.5v3',
  live: 'M2.5 10h3.2L8 4l4 12 2.3-6h3.2',
  status: 'M3 4h14v4H3zm0 8h14v4H3zM6 6v.1M6 14v.1',
  webhooks: 'M3 10h10m-4-4 4 4-4 4m8-10.5v13',
  audit: 'M5 2.5h7l3.5 3.5v11.5H5zM8 9h5m-5 3h5',
  signout: 'M8 3H4v14h4m4-10 3 3-3 3m3-3H8',
  play: 'M6.5 4v12l9-6z',
  pause: 'M7 4.5v11M13 4.5v11',
  file: 'M5 2.5h7l3.5 3.5v11.5H5zM12 2.5V6h3.5',
  chevron: 'M5.5 8l4.5 4.5L14.5 8',
  code: 'M7 5.5 2.5 10 7 14.5M13 5.5l4.5 4.5-4.5 4.5',
  stop: 'M5.5 5.5h9v9h-9z',
  copy: 'M7 7V3.5h9.5V13H13M3.5 7H13v9.5H3.5z',
  check: 'M4 10.5 8.2 15 16 5.5',
  plus: 'M10 4v12M4 10h12',
  search: 'M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11Zm4 9.5 3.5 3.5',
  warning: 'M10 3 2.5 16.5h15zM10 8v4m0 2.2v.1',
  sun: 'M10 6.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7ZM10 2v1.5m0 13V18M2 10h1.5m13 0H18M4.3 4.3l1.1 1.1m9.2 9.2 1.1 1.1m0-11.4-1.1 1.1m-9.2 9.2-1.1 1.1',
  moon: 'M16.5 11.8A7 7 0 0 1 8.2 3.5a7 7 0 1 0 8.3 8.3Z',
  system: 'M3 4h14v9.5H3zM7.5 16.5h5',
  download: 'M10 3v9.5m-4-4 4 4 4-4M3.5 16.5h13',
} as const;

export type IconName = keyof typeof DRAWINGS;

/** Drawings that are filled. */
const SOLID: ReadonlySet<IconName> = new Set(['play', 'stop']);

/** An icon next to a text with the same meaning, which screen readers skip. */
export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg
      class={SOLID.has(name) ? 'icon solid' : 'icon'}
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
    >
      <path d={DRAWINGS[name]} />
    </svg>
  );
}
