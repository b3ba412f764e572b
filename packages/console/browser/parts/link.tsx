import type { ComponentChildren, JSX } from 'preact';
import { addressOf, navigate } from '../state/router.ts';

interface LinkProps {
  /** Path relative to the console's address, such as `/apps`. */
  readonly to: string;
  readonly class?: string;
  readonly isCurrent?: boolean;
  readonly children: ComponentChildren;
}

/** A link within the console: it loads no page, but can be opened in a new tab or copied like any other link. */
export function Link({ to, isCurrent, children, class: className }: LinkProps): JSX.Element {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a href={addressOf(to)} class={className} aria-current={isCurrent ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  );
}
