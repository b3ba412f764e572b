import type { ViewerPlugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js';

/**
 * The viewer puts a link into the button that opens an endpoint, which keyboards and screen readers cannot distinguish. The button alone is
 * enough, since it also sets the location to the endpoint's address.
 */
export const textInsteadOfLinks: ViewerPlugin = ({ React }) => ({
  components: { DeepLink: ({ text }: { readonly text: unknown }) => React.createElement('span', null, text) },
});

/** Names of the page's regions outside of its main landmark. */
const REGIONS = { '.information-container': 'About', '.schemes-server-container': 'Server' };

/** The viewer's headings skip a level: the title is the first, and those below begin with the third. */
const HEADINGS = ['h3', 'h4', 'h5'] as const;

/** Adds what assistive technology needs to the viewer's markup, also to parts that are drawn later. */
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
