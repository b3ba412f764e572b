import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: ComponentChildren;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A question that has to be answered first: the browser's own dialog, with its focus and Escape. */
export function Dialog({ title, isOpen, onClose, children }: DialogProps): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // With the rendering, not after the next frame: meanwhile the page behind a closed dialog would still take no keys.
  useLayoutEffect(() => {
    if (isOpen) element.current?.showModal();
    else element.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={element} aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId}>{title}</h2>
      {isOpen ? children : null}
    </dialog>
  );
}
