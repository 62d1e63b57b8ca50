// A bucket of S3-compatible storage as the target of backups. Large files are uploaded in parts.
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BackupError } from './archive.ts'
import { s3Client, xmlText, type S3Client, type S3Settings } from './s3-client.ts'
import { download } from './s3-download.ts'
import type { BackupTarget, TargetFile } from './target.ts'

export interface S3Options {
  readonly settings: S3Settings
  /** A folder for files larger than one part whose name depends on their content. */
  readonly spool: string
  readonly partBytes?: number
  readonly listMax?: number
}

const partsMax = 10_000
const MiB = 1024 * 1024

const otherScheme = /^[a-z][a-z0-9+.-]*:\/\//i

/** `s3://bucket/prefix`; undefined: a path. */
export function parseS3Url(text: string): { readonly bucket: string; readonly prefix: string } | undefined {
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*))?$/.exec(text) ?? []
  if (bucket === undefined) {
    if (!text.startsWith('s3:') && !otherScheme.test(text)) return undefined
    throw new BackupError(
      `The target '${text}' must have the form s3://bucket/prefix, or be a path. ASSAY_BACKUP_S3_ENDPOINT names other storage with this interface.`,
    )
  }
  const folder = path.replaceAll(/^\/+|\/+$/g, '')
  return { bucket, prefix: folder === '' ? '' : `${folder}/` }
}

/** Splits content into buffers of this size; the last one may be smaller. There is at least one. */
async function* splitIntoParts(content: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let length = 0
  for await (const chunk of content) {
    chunks.push(chunk)
    length += chunk.length
    if (length < bytes) continue
    const buffer = Buffer.concat(chunks)
    let from = 0
    for (; buffer.length - from > bytes; from += bytes) yield buffer.subarray(from, from + bytes)
    chunks = [buffer.subarray(from)]
    length = buffer.length - from
  }
  yield Buffer.concat(chunks)
}

interface LargeObject {
  readonly key: string
  /** The parts of the upload. */
  readonly content: AsyncIterable<Buffer>
}

/** All parts become one object, or none of them is visible. */
async function uploadParts(s3: S3Client, { key, content }: LargeObject): Promise<void> {
  const startAnswer = await (await s3({ method: 'POST', key, query: { uploads: '' } })).text()
  const uploadId = xmlText(startAnswer, 'UploadId')
  if (uploadId === undefined) throw new BackupError(`The storage did not start an upload of ${key}.`)
  try {
    const tags: string[] = []
    for await (const body of content) {
      const query = { partNumber: String(tags.length + 1), uploadId }
      const { headers } = await s3({ method: 'PUT', key, query, body })
      tags.push(headers.get('etag') ?? '')
    }
    const list = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
    const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`)
    // An error of this request may come after status 200.
    const answer = await (await s3({ method: 'POST', key, query: { uploadId }, body })).text()
    if (xmlText(answer, 'Code') !== undefined) {
      throw new BackupError(`The storage could not complete ${key}: ${xmlText(answer, 'Message') ?? ''}`)
    }
  } catch (error) {
    await s3({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined)
    throw error
  }
}

/**
 * Content of one part is uploaded from memory. Larger content is first written to a file, because its name is known at
 * the end.
 */
async function upload(
  { s3, content, keyOf }: UploadedFile,
  { spool, partBytes }: { readonly spool: string; readonly partBytes: number },
): Promise<void> {
  const chunks = splitIntoParts(content, partBytes)
  const firstChunk = await chunks.next()
  const secondChunk = await chunks.next()
  if (firstChunk.done === true || secondChunk.done === true) {
    const key = await keyOf()
    if (key !== undefined) await s3({ method: 'PUT', key, body: firstChunk.value ?? Buffer.alloc(0) })
    return
  }
  const path = join(spool, `spool-${randomUUID()}`)
  const allChunks = async function* (): AsyncGenerator<Buffer> {
    yield* [firstChunk.value, secondChunk.value]
    yield* chunks
  }
  try {
    await pipeline(allChunks, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    const key = await keyOf()
    if (key === undefined) return
    const file = await open(path)
    try {
      const bytes = Math.max(partBytes, Math.ceil((await file.stat()).size / partsMax))
      const content = splitIntoParts(file.createReadStream({ autoClose: false }), bytes)
      await uploadParts(s3, { key, content })
    } finally {
      await file.close()
    }
  } finally {
    await rm(path, { force: true })
  }
}
interface UploadedFile {
  readonly s3: S3Client
  readonly content: AsyncIterable<Buffer>
  readonly keyOf: () => Promise<string | undefined>
}

export function s3Target(
  { bucket, prefix }: { readonly bucket: string; readonly prefix: string },
  { settings, spool, partBytes = 16 * MiB, listMax = 1000 }: S3Options,
): BackupTarget {
  const s3 = s3Client(bucket, settings)
  return {
    name: `s3://${bucket}/${prefix}`,
    async write(content, nameOf) {
      const keyOf = async (): Promise<string | undefined> => {
        const name = await nameOf()
        return name === undefined ? undefined : `${prefix}${name}`
      }
      await upload({ s3, content, keyOf }, { spool, partBytes })
    },
    read: (name) => Readable.from(download(s3, `${prefix}${name}`)),
    async has(name) {
      return (await s3({ method: 'HEAD', key: `${prefix}${name}`, acceptedStatuses: [404] })).ok
    },
    async list(folder) {
      const files: TargetFile[] = []
      let token: string | undefined
      do {
        const query = {
          'list-type': '2',
          prefix: `${prefix}${folder}/`,
          'max-keys': String(listMax),
          ...(token === undefined ? {} : { 'continuation-token': token }),
        }
        const xml = await (await s3({ method: 'GET', key: '', query })).text()
        for (const [entry] of xml.matchAll(/<Contents>.*?<\/Contents>/gs)) {
          const name = xmlText(entry, 'Key')?.slice(prefix.length) ?? ''
          files.push({ name, modifiedMs: Date.parse(xmlText(entry, 'LastModified') ?? '') })
        }
        token = xmlText(xml, 'IsTruncated') === 'true' ? xmlText(xml, 'NextContinuationToken') : undefined
      } while (token !== undefined)
      return files.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    },
    async remove(name) {
      await s3({ method: 'DELETE', key: `${prefix}${name}`, acceptedStatuses: [404] })
    },
  }
}
