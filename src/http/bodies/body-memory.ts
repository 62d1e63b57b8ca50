// Bounds the memory of all request bodies together, over all ports. Above the limit a request is refused and
// its client may retry.
import { AssayError } from '../../kernel/errors.ts'

export interface BodyMemory {
  /** Throws too_many_requests above the limit, and then reserves nothing. */
  readonly reserve: (bytes: number) => void
  readonly release: (bytes: number) => void
}

export function createBodyMemory(bytesMax: number): BodyMemory {
  let reservedBytes = 0
  return {
    reserve: (bytes) => {
      if (reservedBytes + bytes > bytesMax) {
        throw new AssayError(
          'too_many_requests',
          `The bodies of other requests use all memory for bodies. Retry later. The limit is bodies_bytes_max (${bytesMax} bytes).`,
          { headers: { 'Retry-After': '1' } },
        )
      }
      reservedBytes += bytes
    },
    release: (bytes) => {
      reservedBytes -= bytes
    },
  }
}
