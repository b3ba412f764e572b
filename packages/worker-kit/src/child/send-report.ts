import type { ChildReport } from '../wire/messages.ts';

/**
 * Sends a report to the host, which copies it, and gives a chunk's memory back at once: garbage is not collected here before tens of megabytes of it have
 * gathered, since passing chunks on makes few objects.
 */
export function sendReport(report: ChildReport, send: (report: ChildReport) => void): void {
  send(report);
  if (report.type !== 'chunk' || !ArrayBuffer.isView(report.chunk)) return;
  const { buffer } = report.chunk;
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
