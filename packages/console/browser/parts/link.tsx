import type { ComponentChildren, JSX } from 'preact';
import { addressOf, navigate } from '../state/router.ts';

interface LinkProps {
  /** Below the console's own address: `/apps`. */
  readonly to: string;
  readonly class?: string;
  readonly isCurrent?: boolean;
  readonly children: ComponentChildren;
}

/** A link within the console: no page is loaded, and a new tab, a copy of the address and the like work as ever. */
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
