import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useKeptScroll } from '../state/kept.ts';

/** The first page after loading leaves the focus where the browser put it; later pages move it to their heading. */
let isFirstPage = true;

interface PageProps {
  /** Title of the tab. */
  readonly title: string;
  /** Text of the heading. Default: the title. */
  readonly heading?: ComponentChildren;
  readonly lead?: ComponentChildren;
  readonly back?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A page next to the navigation, with heading, actions and content. */
export function Page({
  title,
  heading: shown = title,
  lead,
  back,
  actions,
  children,
}: PageProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  useKeptScroll();
  useEffect(() => {
    document.title = `${title} · Parlance`;
  }, [title]);
  return (
    <div class="page">
      {back === undefined ? null : <div class="back">{back}</div>}
      <header class="page-header">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {shown}
          </h1>
          {lead === undefined ? null : <p class="lead">{lead}</p>}
        </div>
        {actions === undefined ? null : <div class="actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly lead?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A card with a heading. */
export function Section({
  title,
  lead,
  actions,
  children,
  class: className = '',
}: SectionProps): JSX.Element {
  return (
    <section class={`card ${className}`} aria-label={title}>
      <header class="card-header">
        <div>
          <h2>{title}</h2>
          {lead === undefined ? null : <p class="muted small">{lead}</p>}
        </div>
        {actions === undefined ? null : <div class="actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
