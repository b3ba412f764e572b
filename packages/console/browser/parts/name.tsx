import type { JSX } from 'preact';

/** A user's name within other text, isolated so that its writing direction does not affect the text around it. */
export function Name({ children }: { readonly children: string }): JSX.Element {
  return <bdi class="name">{children}</bdi>;
}

/** The same for places without elements, such as the title of a tab, with the Unicode isolate characters. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
