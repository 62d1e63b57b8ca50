// Request bodies: one reader for every route. It inflates, bounds, and parses; a route that takes no body ignores
// whatever is sent.
import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createGunzip, createInflate } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AssayError } from '../../kernel/errors.ts'
import type { NumberRule } from '../../kernel/json/checked.ts'
import { parseJsonBytes } from '../../kernel/json/parse.ts'
import { hasMoreValuesThan } from '../../kernel/json/value-count.ts'
import type { HeldBodies } from './held.ts'
import { ZstdFrames } from './zstd-frames.ts'

type Inflater = NodeJS.ReadWriteStream & Readable

const inflaters: ReadonlyMap<string, () => Inflater> = new Map<string, () => Inflater>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['zstd', () => new ZstdFrames()],
])

/** Parsed JSON, bytes as received, bytes inflated, or a multipart form that the handler reads. */
export type TakenBody = 'json' | 'bytes' | 'inflated' | 'form'

export interface SizeLimit {
  readonly bytesMax: number
  /** The setting that a refusal names. */
  readonly setting: string
  /** What a refusal says before that. */
  readonly sentence?: string
}

/** Where bodies are counted while they are in memory. */
interface Holding {
  readonly limit: SizeLimit
  readonly held: HeldBodies
}

const tooLarge = ({ bytesMax, setting, sentence }: SizeLimit): AssayError => {
  const named = `${setting} (${bytesMax} bytes)`
  return new AssayError(
    'payload_too_large',
    sentence === undefined ? `The body exceeds ${named}.` : `${sentence} The limit is ${named}.`,
  )
}

/** The body as it was before the client compressed it. */
function inflated(request: FastifyRequest, payload: Readable): Readable {
  const encoding = encodingOf(request)
  const inflate = inflaters.get(encoding)
  if (inflate === undefined && encoding !== 'identity') {
    throw new AssayError('unsupported_media_type', `Content-Encoding '${encoding}' is not supported.`)
  }
  return inflate === undefined ? payload : piped(payload, inflate())
}

/** Not `pipeline`: a failing inflater would cut the connection, and the client would never see why it was refused. */
function piped(payload: Readable, inflater: Inflater): Readable {
  payload.once('close', () => {
    if (!payload.readableEnded) inflater.destroy(new Error('The client went away while sending.'))
  })
  payload.once('error', (error) => inflater.destroy(error))
  // What the client still sends is thrown away: a connection whose request nobody reads to its end serves no other.
  inflater.once('close', () => payload.unpipe().resume())
  payload.pipe(inflater)
  return inflater
}

/** Gives the whole body, inflated, to a reader; rejects when either fails. The client can then still be answered. */
export async function bodyInto(request: FastifyRequest, reader: Writable): Promise<void> {
  const source = inflated(request, request.raw)
  source.once('close', () => {
    if (!source.readableEnded) reader.destroy(new Error('The client went away while sending.'))
  })
  source.once('error', (error) => reader.destroy(error))
  source.pipe(reader)
  try {
    await finished(reader)
  } finally {
    source.unpipe()
    if (source === request.raw) source.resume()
    else source.destroy()
  }
}

const encodingOf = (request: FastifyRequest): string =>
  (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase()

/** The inflated bytes of a body, never more than the limit in memory. */
async function inflatedBytes(request: FastifyRequest, payload: Readable, holding: Holding): Promise<Buffer> {
  refuseAnnounced(request, holding.limit)
  const encoding = encodingOf(request)
  const source = inflated(request, payload)
  try {
    return await collected(source, payload, holding)
  } catch (error) {
    if (error instanceof AssayError || encoding === 'identity') throw error
    throw new AssayError('payload_undecodable', `The body is not valid ${encoding} data.`, { cause: error })
  }
}

/** The bytes of a body as received, whatever its encoding. */
async function receivedBytes(request: FastifyRequest, payload: Readable, holding: Holding): Promise<Buffer> {
  refuseAnnounced(request, holding.limit)
  return collected(payload, payload, holding)
}

function refuseAnnounced({ headers }: FastifyRequest, limit: SizeLimit): void {
  if (Number(headers['content-length'] ?? 0) > limit.bytesMax) throw tooLarge(limit)
}

/** By events: iterating over a stream costs several times as much for the small bodies that are common. */
function collected(source: Readable, payload: Readable, { limit, held }: Holding): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    // Nothing more is kept or inflated; what the client still sends is thrown away, so that it can read the refusal.
    const refuse = (reason: unknown): void => {
      source.off('data', take)
      if (source === payload) payload.resume()
      else source.destroy()
      chunks.length = 0
      held.give(bytes)
      bytes = 0
      reject(reason)
    }
    const take = (chunk: Buffer): void => {
      try {
        if (bytes + chunk.length > limit.bytesMax) throw tooLarge(limit)
        held.take(chunk.length)
      } catch (error) {
        refuse(error)
        return
      }
      bytes += chunk.length
      chunks.push(chunk)
    }
    source.on('data', take)
    source.once('error', refuse)
    source.once('end', () =>
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, bytes)),
    )
    source.once('close', () => {
      if (!source.readableEnded) {
        refuse(new AssayError('payload_undecodable', 'The client went away while sending.'))
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
 * Stands for a body that is too large, by itself or beside others. Throwing while the body is read would make the server
 * cut the connection, and a client that is still sending would see the cut instead of the refusal; thrown later, the rest
 * is read and forgotten.
 */
class RefusedBody {
  readonly reason: AssayError
  constructor(reason: AssayError) {
    this.reason = reason
  }
}

const refusedLater = (error: unknown): RefusedBody => {
  const isRefusal =
    error instanceof AssayError && (error.code === 'payload_too_large' || error.code === 'too_many_requests')
  if (isRefusal) return new RefusedBody(error)
  throw error
}

/** What was taken for a body, until its request is answered: what is made of it lives as long. */
class HeldBody {
  readonly value: unknown
  readonly bytes: number
  constructor(value: unknown, bytes: number) {
    this.value = value
    this.bytes = bytes
  }
}

function refuseManyValues(bytes: Buffer, valuesMax: number): void {
  if (!hasMoreValuesThan(valuesMax, bytes)) return
  const limit = `body_values_max (here ${valuesMax} values)`
  throw new AssayError('payload_too_large', `The body exceeds ${limit}: send it in parts.`)
}

function parsedJson(bytes: Buffer, contentType: string, rule: NumberRule): unknown {
  if (bytes.length === 0) return undefined
  // No Content-Type at all is read as JSON; another one is refused.
  if (contentType !== '' && !isJson(contentType)) {
    throw new AssayError('unsupported_media_type', `Content-Type '${contentType}' is not application/json.`)
  }
  return parseJsonBytes(bytes, rule)
}

/** Installs the reader. Routes say in their config whether they take a JSON body, bytes, or none. */
export function readBodies(
  app: FastifyInstance,
  { held, ...limits }: { readonly json: SizeLimit; readonly bytes: SizeLimit; readonly held: HeldBodies },
): void {
  app.removeAllContentTypeParsers()
  app.addHook('preValidation', (request, { raw }, done) => {
    const { body } = request
    if (body instanceof HeldBody) {
      request.body = body.value
      if (raw.closed) held.give(body.bytes)
      else raw.once('close', () => held.give(body.bytes))
    }
    done(body instanceof RefusedBody ? body.reason : undefined)
  })
  const read = async (request: FastifyRequest, payload: Readable): Promise<unknown> => {
    const { takesBody, valuesMax, keepsIntegers = false } = request.routeOptions.config
    if (takesBody === undefined) return drain(payload)
    if (takesBody === 'form') return undefined
    const bytes =
      takesBody === 'bytes'
        ? await receivedBytes(request, payload, { limit: limits.bytes, held })
        : await inflatedBytes(request, payload, { limit: limits.json, held })
    try {
      const contentType = request.headers['content-type'] ?? ''
      if (takesBody !== 'bytes' && valuesMax !== undefined) refuseManyValues(bytes, valuesMax)
      const value = takesBody === 'json' ? parsedJson(bytes, contentType, { keepsIntegers }) : bytes
      return new HeldBody(value, bytes.length)
    } catch (error) {
      held.give(bytes.length)
      throw error
    }
  }
  // JSON is named although '*' covers it: only for types that are named the framework remembers who reads them.
  for (const type of ['application/json', '*']) {
    app.addContentTypeParser(type, (request: FastifyRequest, payload: Readable) =>
      read(request, payload).catch(refusedLater),
    )
  }
}
