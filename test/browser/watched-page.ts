import { source as axeSource } from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';

declare global {
  // The page's own globals, which the checks below read.
  // biome-ignore lint/suspicious/noExplicitAny: axe-core's types describe a module, not the page's global.
  var axe: any;
  var layoutShift: number;
}

/** What went wrong on a page that no page may do. */
export interface Watch {
  /** Errors of scripts, and what the Content-Security-Policy refused. */
  readonly faults: string[];
  /** Hosts that the page asked for anything. */
  readonly hosts: Set<string>;
}

/** A page whose faults, hosts and layout shifts are recorded. */
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

/** Of everything since the page was loaded; what follows a person's own click within half a second does not count. */
export function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate(() => globalThis.layoutShift);
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** Fails when axe finds anything. Run by the browser's tools, so that the page's policy stays as it is. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.evaluate(axeSource);
  // Without copies of style sheets, which no rule here needs: axe would put them into elements that the policy refuses.
  const { found, passed }: { found: Violation[]; passed: number } = await page.evaluate(async () => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const { violations, passes } = await globalThis.axe.run(document, { runOnly: tags, preload: false });
    return { found: violations, passed: passes.length };
  });
  // Rules that had nothing to check have proved nothing.
  expect(passed, what).toBeGreaterThan(10);
  const shown = found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`)}`,
  );
  expect(shown, what).toEqual([]);
}
