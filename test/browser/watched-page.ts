import { source as axeSource } from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';

declare global {
  // The page's own globals, which the checks below read.
  // biome-ignore lint/suspicious/noExplicitAny: axe-core's types describe a module, not the page's global.
  var axe: any;
  var layoutShift: number;
}

/** Problems that no page may have. */
export interface Watch {
  /** Errors of scripts, and violations of the Content-Security-Policy. */
  readonly faults: string[];
  /** Hosts that the page sent requests to. */
  readonly hosts: Set<string>;
}

/** Opens a page and records its faults, hosts and layout shifts. */
export async function openWatched(context: BrowserContext): Promise<{ page: Page; watch: Watch }> {
  const page = await context.newPage();
  const watch: Watch = { faults: [], hosts: new Set() };
  page.on('pageerror', (error) => watch.faults.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) watch.faults.push(message.text());
  });
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol !== 'blob:' && protocol !== 'data:') watch.hosts.add(host);
  });
  await page.addInitScript(() => {
    globalThis.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        if (!entry.hadRecentInput) globalThis.layoutShift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return { page, watch };
}

/** Layout shifts since the page was loaded, except those within half a second after a user's click. */
export function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate(() => globalThis.layoutShift);
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** Fails if axe finds a problem. Injected by the browser's tools, so that the page's policy is not changed. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.evaluate(axeSource);
  // Without copies of style sheets, which no rule here needs, since the policy would refuse the elements that axe puts them into.
  const { found, passed }: { found: Violation[]; passed: number } = await page.evaluate(async () => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const { violations, passes } = await globalThis.axe.run(document, { runOnly: tags, preload: false });
    return { found: violations, passed: passes.length };
  });
  // Rules without anything to check prove nothing.
  expect(passed, what).toBeGreaterThan(10);
  const shown = found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`)}`,
  );
  expect(shown, what).toEqual([]);
}
