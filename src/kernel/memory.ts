// Memory outside of the heap: the runtime counts it, and runs a full collection after so many megabytes of it, though what
// holds it is garbage since long. Giving large buffers back spares the collections: at 2,000 spans a second there was one
// every second in each thread.

/** Frees bytes that nobody looks at any more. Those that share their memory with others are left to the collector. */
export function releaseBuffer(bytes: Uint8Array): void {
  const { buffer } = bytes
  if (buffer instanceof ArrayBuffer && bytes.byteLength === buffer.byteLength) buffer.transfer(0)
}
