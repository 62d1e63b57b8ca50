// Receives multipart bodies: fields as text, the file on disk. The file may come before the fields that describe its
// format, and may be read twice, so it is received completely first. Memory holds one chunk.
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { callbackify } from 'node:util'
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { AssayError, invalid } from '../../kernel/errors.ts'
import { pipeBody } from './body.ts'
import { setOwn } from '../../kernel/own.ts'

export interface ReceivedFile {
  readonly path: string
  readonly name: string | undefined
}

export interface ReceivedForm {
  readonly fields: Readonly<Record<string, string>>
  readonly file: ReceivedFile | undefined
}

export interface FormOptions {
  readonly directory: string
  readonly fileField: string
  readonly fileBytesMax: number
  /** Creates the error for a larger file. */
  readonly tooLarge: () => AssayError
}

const fieldBytesMax = 1024 * 1024
const fieldsMax = 100

function formParser(request: FastifyRequest, options: FormOptions): InstanceType<typeof Busboy> {
  const type = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) {
    throw new AssayError('unsupported_media_type', `Content-Type '${type}' is not multipart/form-data.`)
  }
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: { fieldSize: fieldBytesMax, fields: fieldsMax, files: 10, fileSize: options.fileBytesMax },
    })
  } catch (cause) {
    throw new AssayError('payload_undecodable', 'The multipart body has no boundary.', { cause })
  }
}

async function writeFile(stream: BusboyFileStream, path: string, options: FormOptions): Promise<void> {
  await pipeline(stream, createWriteStream(path))
  if (stream.truncated) throw options.tooLarge()
}

/** Event loop iterations that the parser may need after the last byte. */
const iterationsMax = 10

/**
 * Ends the parser. For a part whose headers do not end it emits no event, so after the last write and a few iterations
 * none is expected.
 */
async function endParser(parser: Writable, fileWritten: () => Promise<void> | undefined): Promise<void> {
  const formEnd = new Promise<true>((resolve) => {
    parser.once('finish', () => resolve(true))
  })
  parser.end()
  await fileWritten()
  for (let iteration = 0; iteration < iterationsMax; iteration++) {
    if (await Promise.race([formEnd, setImmediate(false)])) return
  }
  throw new Error('A part of the form has no end.')
}

/** Feeds the body to the parser and respects its backpressure. */
function feedInto(parser: Writable, fileWritten: () => Promise<void> | undefined): Writable {
  const feed = new Writable({
    write: (chunk, _encoding, done) => void parser.write(chunk, done),
    final: callbackify(() => endParser(parser, fileWritten)),
  })
  // The parser may emit several errors; an unhandled one would end the process.
  parser.on('error', (error) => feed.destroy(error))
  return feed
}

const secondFile = (field: string): AssayError =>
  invalid([
    { type: 'value_error', loc: ['body', field], msg: `Send only one '${field}'; the form has several.` },
  ])

async function receiveForm(
  request: FastifyRequest,
  directory: string,
  options: FormOptions,
): Promise<ReceivedForm> {
  const parser = formParser(request, options)
  const fields: Record<string, string> = {}
  let file: ReceivedFile | undefined
  let currentWrite: Promise<void> | undefined
  let failure: unknown
  parser.on('field', (name: string, value: string) => {
    setOwn(fields, name, value)
  })
  parser.on('file', (name: string, stream: BusboyFileStream, fileName: string | undefined) => {
    if (name !== options.fileField || file !== undefined) {
      if (name === options.fileField) failure ??= secondFile(name)
      stream.on('error', () => undefined).resume()
      return
    }
    const path = join(directory, 'file')
    file = { path, name: fileName }
    currentWrite = writeFile(stream, path, options)
    currentWrite.catch((error: unknown) => {
      failure ??= error
      parser.destroy(error instanceof Error ? error : undefined)
    })
  })
  try {
    await pipeBody(
      request,
      feedInto(parser, () => currentWrite),
    )
    await currentWrite
    if (failure !== undefined) throw failure
  } catch (error) {
    if (failure instanceof AssayError) throw failure
    if (error instanceof AssayError) throw error
    throw new AssayError('payload_undecodable', 'The multipart body is damaged or cut short.', {
      cause: error,
    })
  }
  return { fields, file }
}

/** Receives the form, passes it to `use`, and always removes the file. */
export async function withForm<T>(
  request: FastifyRequest,
  options: FormOptions,
  use: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  if (Number(request.headers['content-length'] ?? 0) > options.fileBytesMax + fieldBytesMax * fieldsMax) {
    throw options.tooLarge()
  }
  await mkdir(options.directory, { recursive: true })
  const directory = await mkdtemp(join(options.directory, 'form-'))
  try {
    return await use(await receiveForm(request, directory, options))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
