import type { ViewerPlugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js';

/**
 * The viewer puts a link into the button that opens an endpoint, where keys and screen readers cannot tell the two apart. The button
 * alone does the same: it puts the endpoint's address into the location.
 */
export const textInsteadOfLinks: ViewerPlugin = ({ React }) => ({
  components: { DeepLink: ({ text }: { readonly text: unknown }) => React.createElement('span', null, text) },
});

/** Parts of the page outside its main landmark, and what they hold. */
const REGIONS = { '.information-container': 'About', '.schemes-server-container': 'Server' };

/** Headings skip a level: the title is the first, and those below begin with the third. */
const HEADINGS = ['h3', 'h4', 'h5'] as const;

/** Adds to the viewer's markup what assistive technology misses, also to what is drawn later. */
export function repairMarkup(place: HTMLElement): void {
  new MutationObserver(() => {
    for (const [at, name] of HEADINGS.entries()) {
      for (const heading of place.querySelectorAll(`${name}:not([aria-level])`))
        heading.ariaLevel = String(at + 2);
    }
    for (const [selector, name] of Object.entries(REGIONS)) {
      const part = place.querySelector(`${selector}:not([role])`);
      part?.setAttribute('role', 'region');
      part?.setAttribute('aria-label', name);
    }
    place.querySelector('#servers:not([aria-label])')?.setAttribute('aria-label', 'Address');
  }).observe(place, { childList: true, subtree: true });
}
