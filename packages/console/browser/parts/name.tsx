import type { JSX } from 'preact';

/** A name that somebody chose, within other text: whatever directions its letters have, they end with it. */
export function Name({ children }: { readonly children: string }): JSX.Element {
  return <bdi class="name">{children}</bdi>;
}

/** The same where no element can stand, such as the title of a tab: between the characters that isolate. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
