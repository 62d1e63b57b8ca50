// Bodies that are in memory at a time, over all requests and ports. Each is bounded by itself; a thousand of them at once
// are bounded here, and the client that comes too many is told to come again.
import { AssayError } from '../../kernel/errors.ts'

export interface HeldBodies {
  /** Throws too_many_requests when these bytes are too many; then nothing was taken. */
  readonly take: (bytes: number) => void
  readonly give: (bytes: number) => void
}

export function createHeldBodies(bytesMax: number): HeldBodies {
  let held = 0
  return {
    take: (bytes) => {
      if (held + bytes > bytesMax) {
        throw new AssayError(
          'too_many_requests',
          `The bodies of other requests fill the memory that they may take. The limit is bodies_bytes_max (${bytesMax} bytes).`,
          { headers: { 'Retry-After': '1' } },
        )
      }
      held += bytes
    },
    give: (bytes) => {
      held -= bytes
    },
  }
}
