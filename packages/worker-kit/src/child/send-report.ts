import type { ChildReport } from '../wire/messages.ts';

/**
 * Sends a report to the host, which copies it, and frees a chunk's memory at once: otherwise tens of megabytes would accumulate here before garbage is
 * collected, since forwarding chunks creates few objects.
 */
export function sendReport(report: ChildReport, send: (report: ChildReport) => void): void {
  send(report);
  if (report.type !== 'chunk' || !ArrayBuffer.isView(report.chunk)) return;
  const { buffer } = report.chunk;
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
