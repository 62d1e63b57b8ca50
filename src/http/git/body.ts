// Reads the body of a Git request into memory, with a size limit, and inflates it. Git compresses long lists of ids, but
// not packs.
import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { AssayError } from '../../kernel/errors.ts'
import type { BodyMemory } from '../bodies/body-memory.ts'
import { pipeBody } from '../bodies/body.ts'

interface GitBody {
  readonly body: Buffer
  /** Returns the memory to other bodies. */
  readonly release: () => void
}

interface BodyBounds {
  readonly memory: BodyMemory
  readonly bytesMax: number
}

class BodyCollector {
  readonly #chunks: Buffer[] = []
  readonly #bounds: BodyBounds
  bytes = 0

  constructor(bounds: BodyBounds) {
    this.#bounds = bounds
  }

  /** Throws at the first chunk that exceeds a bound. */
  async collect(source: AsyncIterable<Buffer>): Promise<void> {
    const { memory, bytesMax } = this.#bounds
    for await (const chunk of source) {
      if (this.bytes + chunk.length > bytesMax) {
        throw new AssayError('payload_too_large', `The body of a Git request may have ${bytesMax} bytes.`)
      }
      memory.reserve(chunk.length)
      this.bytes += chunk.length
      this.#chunks.push(chunk)
    }
  }

  body(): Buffer {
    return Buffer.concat(this.#chunks, this.bytes)
  }
}

export async function readBody(request: FastifyRequest, bounds: BodyBounds): Promise<GitBody> {
  const collector = new BodyCollector(bounds)
  const inflatedBody = new PassThrough()
  const outcomes = await Promise.allSettled([
    collector.collect(inflatedBody),
    pipeBody(request, inflatedBody),
  ])
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  const release = (): void => bounds.memory.release(collector.bytes)
  if (failure === undefined) {
    request.bodyBytes = collector.bytes
    return { body: collector.body(), release }
  }
  release()
  if (failure.reason instanceof AssayError) throw failure.reason
  throw new AssayError('payload_undecodable', 'The request cannot be read.', { cause: failure.reason })
}
