// Encodes and decodes commits. Headers that Assay does not use (`gpgsig`, `encoding`, `mergetag`) are preserved in
// order, so that encoding a decoded commit gives the same bytes.
import { isObjectId, malformedError, type GitObject, type ObjectId } from './objects.ts'

export interface Signature {
  readonly name: string
  readonly email: string
  /** Seconds since 1970. */
  readonly seconds: number
  /** Offset from UTC as Git writes it: `+0100`. */
  readonly zone: string
}

export interface Header {
  readonly name: string
  /** Lines after the first are stored with a leading space. */
  readonly value: string
}

export interface Commit {
  readonly tree: ObjectId
  readonly parents: readonly ObjectId[]
  readonly author: Signature
  readonly committer: Signature
  /** Headers after the committer. */
  readonly headers: readonly Header[]
  /** Usually UTF-8, with a final newline. */
  readonly message: Uint8Array
}

const signatureText = ({ name, email, seconds, zone }: Signature): string =>
  `${name}${name === '' ? '' : ' '}<${email}> ${seconds} ${zone}`

const headerText = ({ name, value }: Header): string => `${name} ${value.replaceAll('\n', '\n ')}\n`

export function encodeCommit(commit: Commit): GitObject {
  const head = [
    { name: 'tree', value: commit.tree },
    ...commit.parents.map((value) => ({ name: 'parent', value })),
    { name: 'author', value: signatureText(commit.author) },
    { name: 'committer', value: signatureText(commit.committer) },
    ...commit.headers,
  ]
  const bytes = Buffer.concat([Buffer.from(`${head.map(headerText).join('')}\n`), commit.message])
  return { type: 'commit', bytes }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function headerBlock(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (error) {
    throw malformedError('The headers of a commit or tag are not UTF-8.', error)
  }
}

/** The headers of a commit or tag, and the message after the empty line. */
function splitHeaders(bytes: Uint8Array): { readonly headers: readonly Header[]; readonly message: Buffer } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const end = buffer.indexOf('\n\n')
  const text = headerBlock(buffer.subarray(0, end < 0 ? buffer.length : end)).replace(/\n$/, '')
  const headers = text.split(/\n(?! )/).map((line) => {
    const [name = '', ...rest] = line.split(' ')
    return { name, value: rest.join(' ').replaceAll('\n ', '\n') }
  })
  return { headers, message: end < 0 ? Buffer.alloc(0) : buffer.subarray(end + 2) }
}

const signaturePattern = /^(?:([^<>\n]*) )?<([^<>\n]*)> (\d{1,15}) ([+-]\d{4})$/

function signatureOf(header: Header | undefined, name: string): Signature {
  const parts = header?.name === name ? signaturePattern.exec(header.value) : undefined
  if (!parts) throw malformedError(`A commit has no valid ${name}.`)
  const [, person = '', email = '', seconds, zone = ''] = parts
  return { name: person, email, seconds: Number(seconds), zone }
}

function idOf(header: Header | undefined, name: string): ObjectId {
  if (header?.name !== name || !isObjectId(header.value))
    throw malformedError(`A commit has no valid ${name}.`)
  return header.value
}

/** Throws when the bytes are not a commit. */
export function decodeCommit(bytes: Uint8Array): Commit {
  const { headers, message } = splitHeaders(bytes)
  const parentsEnd = headers.findIndex(({ name }, index) => index > 0 && name !== 'parent')
  const rest = parentsEnd < 0 ? [] : headers.slice(parentsEnd)
  return {
    tree: idOf(headers[0], 'tree'),
    parents: headers.slice(1, Math.max(parentsEnd, 1)).map((header) => idOf(header, 'parent')),
    author: signatureOf(rest[0], 'author'),
    committer: signatureOf(rest[1], 'committer'),
    headers: rest.slice(2),
    message,
  }
}

/** The object that an annotated tag names. Throws when the bytes are not a tag. */
export function tagTarget(bytes: Uint8Array): ObjectId {
  const [header] = splitHeaders(bytes).headers
  if (header?.name !== 'object' || !isObjectId(header.value)) throw malformedError('A tag names no object.')
  return header.value
}
