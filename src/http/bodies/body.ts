// Request bodies: one reader for every route. It inflates, bounds, and parses; a route that takes no body ignores
// whatever is sent.
import type { Readable } from 'node:stream'
import { createGunzip, createInflate } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AssayError } from '../../kernel/errors.ts'
import { parseJsonBytes } from '../../kernel/json/parse.ts'
import { ZstdFrames } from './zstd-frames.ts'

const inflaters: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  zstd: () => new ZstdFrames(),
}

/** Parsed JSON, bytes as received, bytes inflated, or a multipart form that the handler reads. */
export type TakenBody = 'json' | 'bytes' | 'inflated' | 'form'

export interface SizeLimit {
  readonly bytesMax: number
  /** The setting that a refusal names. */
  readonly setting: string
  /** What a refusal says before that. */
  readonly sentence?: string
}

const tooLarge = ({ bytesMax, setting, sentence }: SizeLimit): AssayError => {
  const named = `${setting} (${bytesMax} bytes)`
  return new AssayError(
    'payload_too_large',
    sentence === undefined ? `The body exceeds ${named}.` : `${sentence} The limit is ${named}.`,
  )
}

/** The body as it was before the client compressed it. */
export function inflated(request: FastifyRequest, payload: Readable): Readable {
  const encoding = encodingOf(request)
  const inflate = inflaters[encoding]
  if (inflate === undefined && encoding !== 'identity') {
    throw new AssayError('unsupported_media_type', `Content-Encoding '${encoding}' is not supported.`)
  }
  return inflate === undefined ? payload : piped(payload, inflate())
}

/** Not `pipeline`: a failing inflater would cut the connection, and the client would never see why it was refused. */
function piped(payload: Readable, inflater: NodeJS.ReadWriteStream & Readable): Readable {
  payload.once('close', () => {
    if (!payload.readableEnded) inflater.destroy(new Error('The client went away while sending.'))
  })
  payload.once('error', (error) => inflater.destroy(error))
  inflater.once('close', () => payload.unpipe())
  payload.pipe(inflater)
  return inflater
}

const encodingOf = (request: FastifyRequest): string =>
  (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase()

/** The inflated bytes of a body, never more than the limit in memory. */
export async function readBytes(
  request: FastifyRequest,
  payload: Readable,
  limit: SizeLimit,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit.bytesMax) throw tooLarge(limit)
  const encoding = encodingOf(request)
  const source = inflated(request, payload)
  try {
    return await collected(source, limit, payload)
  } catch (error) {
    if (error instanceof AssayError || encoding === 'identity') throw error
    throw new AssayError('payload_undecodable', `The body is not valid ${encoding} data.`, { cause: error })
  }
}

/** The bytes of a body as received, whatever its encoding. */
async function receivedBytes(request: FastifyRequest, payload: Readable, limit: SizeLimit): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit.bytesMax) throw tooLarge(limit)
  return collected(payload, limit, payload)
}

/** By events: iterating over a stream costs several times as much for the small bodies that are common. */
function collected(source: Readable, limit: SizeLimit, payload: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const take = (chunk: Buffer): void => {
      bytes += chunk.length
      if (bytes <= limit.bytesMax) {
        chunks.push(chunk)
        return
      }
      // Nothing more is kept or inflated; what the client still sends is thrown away, so that it can read the refusal.
      source.off('data', take)
      if (source !== payload) source.destroy()
      payload.resume()
      reject(tooLarge(limit))
    }
    source.on('data', take)
    source.once('error', reject)
    source.once('end', () =>
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, bytes)),
    )
    source.once('close', () => {
      if (!source.readableEnded) {
        reject(new AssayError('payload_undecodable', 'The client went away while sending.'))
      }
    })
  })
}

const isJson = (contentType: string): boolean =>
  /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType)

async function drain(payload: Readable): Promise<undefined> {
  for await (const _ of payload) continue
  return undefined
}

/**
 * Stands for a body that is too large. Throwing while the body is read would make the server cut the connection, and a
 * client that is still sending would see the cut instead of the refusal; thrown later, the rest is read and forgotten.
 */
class RefusedBody {
  readonly reason: AssayError
  constructor(reason: AssayError) {
    this.reason = reason
  }
}

const refusedLater = (error: unknown): RefusedBody => {
  if (error instanceof AssayError && error.code === 'payload_too_large') return new RefusedBody(error)
  throw error
}

/** Installs the reader. Routes say in their config whether they take a JSON body, bytes, or none. */
export function readBodies(
  app: FastifyInstance,
  { json: limit, bytes: bytesLimit }: { readonly json: SizeLimit; readonly bytes: SizeLimit },
): void {
  app.removeAllContentTypeParsers()
  app.addHook('preHandler', ({ body }, _reply, done) => {
    done(body instanceof RefusedBody ? body.reason : undefined)
  })
  const read = async (request: FastifyRequest, payload: Readable): Promise<unknown> => {
    const { takesBody } = request.routeOptions.config
    if (takesBody === undefined) return drain(payload)
    if (takesBody === 'form') return undefined
    if (takesBody === 'bytes') return receivedBytes(request, payload, bytesLimit)
    const contentType = request.headers['content-type'] ?? ''
    const bytes = await readBytes(request, payload, limit)
    if (takesBody === 'inflated') return bytes
    if (bytes.length === 0) return undefined
    // No Content-Type at all is read as JSON; another one is refused.
    if (contentType !== '' && !isJson(contentType)) {
      throw new AssayError('unsupported_media_type', `Content-Type '${contentType}' is not application/json.`)
    }
    return parseJsonBytes(bytes) ?? undefined
  }
  // JSON is named although '*' covers it: only for types that are named the framework remembers who reads them.
  for (const type of ['application/json', '*']) {
    app.addContentTypeParser(type, (request: FastifyRequest, payload: Readable) =>
      read(request, payload).catch(refusedLater),
    )
  }
}
