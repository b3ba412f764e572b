/** Copies to the clipboard. Rejects if the browser does not allow it, as on plain HTTP, where it has no `clipboard`. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard === undefined) throw new DOMException('No clipboard', 'NotAllowedError');
  await navigator.clipboard.writeText(text);
}
