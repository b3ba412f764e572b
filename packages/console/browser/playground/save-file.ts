/** Downloads a file in the browser. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The download has started by the next turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
