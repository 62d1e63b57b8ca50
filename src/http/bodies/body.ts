// Reads request bodies for every route: inflates, enforces limits and parses. A route without a body ignores
// the bytes sent to it. form.ts reads multipart bodies, body-memory.ts bounds the memory of all bodies together.
// Imports kernel/. Start here.
import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createGunzip, createInflate } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AssayError } from '../../kernel/errors.ts'
import type { NumberRule } from '../../kernel/json/checked.ts'
import { parsingJsonBytes } from '../../kernel/json/parse.ts'
import { countingValues, type ValueLimits } from '../../kernel/json/value-count.ts'
import { inSlices } from '../../kernel/time-slices.ts'
import type { BodyMemory } from './body-memory.ts'
import { ZstdFrames } from './zstd-frames.ts'

type Inflater = NodeJS.ReadWriteStream & Readable

const inflaters: ReadonlyMap<string, () => Inflater> = new Map<string, () => Inflater>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['zstd', () => new ZstdFrames()],
])

/** Parsed JSON, bytes as received, inflated bytes, or a stream that the handler reads. */
export type BodyKind = 'json' | 'bytes' | 'inflated' | 'handler'

export interface SizeLimit {
  readonly bytesMax: number
  /** The setting that a refusal names. */
  readonly setting: string
  /** The first sentence of a refusal. */
  readonly sentence?: string
}

/** A size limit, and the memory that the body counts against. */
interface BodyBudget {
  readonly limit: SizeLimit
  readonly memory: BodyMemory
}

const tooLarge = ({ bytesMax, setting, sentence }: SizeLimit): AssayError => {
  const limit = `${setting} (${bytesMax} bytes)`
  return new AssayError(
    'payload_too_large',
    sentence === undefined ? `The body exceeds ${limit}.` : `${sentence} The limit is ${limit}.`,
  )
}

/** Returns the decompressed body. */
function inflate(request: FastifyRequest, payload: Readable): Readable {
  const encoding = encodingOf(request)
  const createInflater = inflaters.get(encoding)
  if (createInflater === undefined && encoding !== 'identity') {
    throw new AssayError('unsupported_media_type', `Content-Encoding '${encoding}' is not supported.`)
  }
  return createInflater === undefined ? payload : pipeInto(payload, createInflater())
}

/** Does not use `pipeline`: a failing inflater would cut the connection before the client sees the refusal. */
function pipeInto(payload: Readable, inflater: Inflater): Readable {
  payload.once('close', () => {
    if (!payload.readableEnded)
      inflater.destroy(new Error('The client disconnected before the request was complete.'))
  })
  payload.once('error', (error) => inflater.destroy(error))
  // Discard the rest of the body: an unread request blocks its connection.
  inflater.once('close', () => payload.unpipe().resume())
  payload.pipe(inflater)
  return inflater
}

/**
 * Pipes the inflated body into a reader; rejects when either fails. The client can still be answered then.
 */
export async function pipeBody(request: FastifyRequest, reader: Writable): Promise<void> {
  const source = inflate(request, request.raw)
  source.once('close', () => {
    if (!source.readableEnded)
      reader.destroy(new Error('The client disconnected before the request was complete.'))
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

/** Reads and inflates a body; never holds more than the limit in memory. */
async function readInflated(request: FastifyRequest, payload: Readable, budget: BodyBudget): Promise<Buffer> {
  checkContentLength(request, budget.limit)
  const encoding = encodingOf(request)
  const source = inflate(request, payload)
  try {
    return await collect(source, payload, budget)
  } catch (error) {
    if (error instanceof AssayError || encoding === 'identity') throw error
    throw new AssayError('payload_undecodable', `The body is not valid ${encoding} data.`, { cause: error })
  }
}

/** Reads a body as received, without inflating it. */
async function readRaw(request: FastifyRequest, payload: Readable, budget: BodyBudget): Promise<Buffer> {
  checkContentLength(request, budget.limit)
  return collect(payload, payload, budget)
}

function checkContentLength({ headers }: FastifyRequest, limit: SizeLimit): void {
  if (Number(headers['content-length'] ?? 0) > limit.bytesMax) throw tooLarge(limit)
}

/** Uses events, because iterating over a stream costs several times as much for small bodies, which are common. */
function collect(source: Readable, payload: Readable, { limit, memory }: BodyBudget): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    // Stop inflating and free the received chunks. Discard the rest of the body, so that the client can read the
    // refusal.
    const refuse = (reason: unknown): void => {
      source.off('data', onData)
      if (source === payload) payload.resume()
      else source.destroy()
      chunks.length = 0
      memory.release(bytes)
      bytes = 0
      reject(reason)
    }
    const onData = (chunk: Buffer): void => {
      try {
        if (bytes + chunk.length > limit.bytesMax) throw tooLarge(limit)
        memory.reserve(chunk.length)
      } catch (error) {
        refuse(error)
        return
      }
      bytes += chunk.length
      chunks.push(chunk)
    }
    source.on('data', onData)
    source.once('error', refuse)
    source.once('end', () =>
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, bytes)),
    )
    source.once('close', () => {
      if (!source.readableEnded) {
        refuse(
          new AssayError('payload_undecodable', 'The client disconnected before the request was complete.'),
        )
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
 * Marks a body that is too large, alone or together with others. An error thrown while the body is read would
 * cut the connection, and a client that is still sending would see the cut instead of the refusal. So the
 * rest is discarded and the refusal is thrown later.
 */
class RefusedBody {
  readonly reason: AssayError
  constructor(reason: AssayError) {
    this.reason = reason
  }
}

const deferRefusal = (error: unknown): RefusedBody => {
  const isRefusal =
    error instanceof AssayError && (error.code === 'payload_too_large' || error.code === 'too_many_requests')
  if (isRefusal) return new RefusedBody(error)
  throw error
}

/**
 * A parsed body and the memory that it reserves. The reservation ends when the request is answered, because the parsed
 * values are in memory until then.
 */
class ParsedBody {
  readonly value: unknown
  readonly bytes: number
  constructor(value: unknown, bytes: number) {
    this.value = value
    this.bytes = bytes
  }
}

async function refuseManyValues(bytes: Buffer, limits: ValueLimits): Promise<void> {
  const exceededLimit = await inSlices(countingValues(limits, bytes))
  if (exceededLimit === undefined) return
  const limit =
    exceededLimit === 'valuesMax'
      ? `${limits.valuesMax} values`
      : `${limits.membersMax} members of one object`
  throw new AssayError(
    'payload_too_large',
    `The body exceeds body_values_max (here ${limit}): send it in parts.`,
  )
}

async function parsedJson(bytes: Buffer, contentType: string, rule: NumberRule): Promise<unknown> {
  if (bytes.length === 0) return undefined
  // A missing Content-Type counts as JSON.
  if (contentType !== '' && !isJson(contentType)) {
    throw new AssayError('unsupported_media_type', `Content-Type '${contentType}' is not application/json.`)
  }
  return inSlices(parsingJsonBytes(bytes, rule))
}

/** Installs the body reader. The config of a route states its kind of body. */
export function readBodies(
  app: FastifyInstance,
  { memory, ...limits }: { readonly json: SizeLimit; readonly bytes: SizeLimit; readonly memory: BodyMemory },
): void {
  app.removeAllContentTypeParsers()
  app.addHook('preValidation', (request, { raw }, done) => {
    const { body } = request
    if (body instanceof ParsedBody) {
      request.body = body.value
      request.bodyBytes = body.bytes
      if (raw.closed) memory.release(body.bytes)
      else raw.once('close', () => memory.release(body.bytes))
    }
    done(body instanceof RefusedBody ? body.reason : undefined)
  })
  const read = async (request: FastifyRequest, payload: Readable): Promise<unknown> => {
    const { bodyKind, valueLimits, keepsIntegers = false } = request.routeOptions.config
    if (bodyKind === undefined) return drain(payload)
    if (bodyKind === 'handler') return undefined
    const bytes =
      bodyKind === 'bytes'
        ? await readRaw(request, payload, { limit: limits.bytes, memory })
        : await readInflated(request, payload, { limit: limits.json, memory })
    try {
      const contentType = request.headers['content-type'] ?? ''
      if (bodyKind !== 'bytes' && valueLimits !== undefined) await refuseManyValues(bytes, valueLimits)
      const value = bodyKind === 'json' ? await parsedJson(bytes, contentType, { keepsIntegers }) : bytes
      return new ParsedBody(value, bytes.length)
    } catch (error) {
      memory.release(bytes.length)
      throw error
    }
  }
  // JSON is listed although '*' covers it: Fastify caches the parser only for listed types.
  for (const type of ['application/json', '*']) {
    app.addContentTypeParser(type, (request: FastifyRequest, payload: Readable) =>
      read(request, payload).catch(deferRefusal),
    )
  }
}
