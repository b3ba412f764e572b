/**
 * Makes a message that came over IPC the sole owner of its samples. The advanced serialization returns typed arrays as
 * views of the buffer that was read from the pipe, shared with other messages: transferring one would empty the others.
 *
 * Searches arrays and plain objects, and replaces shared views in place.
 *
 * @returns the message, and every buffer in it, each once: all may be transferred
 */
export function ownBuffers<Message>(message: Message): { message: Message; buffers: ArrayBuffer[] } {
  const buffers = new Set<ArrayBuffer>();
  const seen = new Set<object>();
  const visit = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof ArrayBuffer) {
      buffers.add(value);
      return value;
    }
    if (ArrayBuffer.isView(value)) return visitView(value, buffers);
    if (seen.has(value) || !isPlain(value)) return value;
    seen.add(value);
    for (const [key, member] of Object.entries(value)) {
      const owned = visit(member);
      if (owned !== member) (value as Record<string, unknown>)[key] = owned;
    }
    return value;
  };
  return { message: visit(message) as Message, buffers: [...buffers] };
}

function visitView(view: ArrayBufferView, buffers: Set<ArrayBuffer>): ArrayBufferView {
  const owned = view.byteLength === view.buffer.byteLength ? view : copyView(view);
  buffers.add(owned.buffer as ArrayBuffer);
  return owned;
}

function copyView(view: ArrayBufferView): ArrayBufferView {
  const bytes = view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength) as ArrayBuffer;
  if (Buffer.isBuffer(view)) return Buffer.from(bytes);
  const ViewType = view.constructor as new (buffer: ArrayBuffer) => ArrayBufferView;
  return new ViewType(bytes);
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
