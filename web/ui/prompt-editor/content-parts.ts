// The parts of a message: texts, images and files, in the format of OpenAI-compatible providers. Members that the editor does
// not know are preserved. This file is pure.
import { isRecord, membersOf, type UnknownRecord } from '../records.ts'
import type { PromptMessage } from './prompt.ts'

export type MediaKind = 'image' | 'file'

/** Kind of a part that the form can edit; others are edited as JSON. */
export function partKind(part: unknown): 'text' | MediaKind | 'other' {
  if (!isRecord(part)) return 'other'
  if (part['type'] === 'text' && typeof part['text'] === 'string') return 'text'
  if (part['type'] === 'image_url' && isRecord(part['image_url'])) return 'image'
  return part['type'] === 'file' && isRecord(part['file']) && !('file_id' in part['file']) ? 'file' : 'other'
}

const media = {
  image: { member: 'image_url', urlMember: 'url' },
  file: { member: 'file', urlMember: 'file_data' },
} as const

/** The URL, data URL or placeholder of an image or a file. */
export function mediaUrlOf(part: UnknownRecord, kind: MediaKind): string {
  const value = membersOf(part[media[kind].member])[media[kind].urlMember]
  return typeof value === 'string' ? value : ''
}

interface MediaSource {
  readonly url: string
  /** The name of an uploaded file. */
  readonly filename?: string
}

export function withMediaUrl(part: UnknownRecord, { url, filename }: MediaSource): UnknownRecord {
  const kind = partKind(part) === 'image' ? 'image' : 'file'
  const { member, urlMember: name } = media[kind]
  const isNamed = kind === 'file' && filename !== undefined
  return {
    ...part,
    [member]: { ...membersOf(part[member]), [name]: url, ...(isNamed ? { filename } : {}) },
  }
}

const newPart = (kind: MediaKind): UnknownRecord =>
  kind === 'image' ? { type: 'image_url', image_url: { url: '' } } : { type: 'file', file: { file_data: '' } }

const partsOf = ({ content }: PromptMessage): readonly unknown[] =>
  Array.isArray(content)
    ? content
    : typeof content === 'string' && content !== ''
      ? [{ type: 'text', text: content }]
      : []

export const addPart = (message: PromptMessage, kind: MediaKind): PromptMessage => ({
  ...message,
  content: [...partsOf(message), newPart(kind)],
})

/** A message whose only part is a text gets the text as its content. */
export function removePart(message: PromptMessage, at: number): PromptMessage {
  const parts = partsOf(message).toSpliced(at, 1)
  const [first] = parts
  if (parts.length === 0) return { ...message, content: '' }
  const isPlain =
    parts.length === 1 && isRecord(first) && partKind(first) === 'text' && Object.keys(first).length === 2
  return { ...message, content: isPlain ? String(first['text']) : parts }
}

/** Drafts are stored in the browser, which gives a site about 5 MB. */
export const uploadBytesMax = 1024 * 1024

/** A short description of a data URL; undefined for other URLs. */
export function describeData(url: string): string | undefined {
  const match = /^data:([^;,]*)[^,]*,/.exec(url)
  if (match === null) return undefined
  const kilobytes = Math.ceil(((url.length - match[0].length) * 3) / 4 / 1024)
  return `${match[1] === '' ? 'data' : match[1]}, ${kilobytes.toLocaleString('en')} kB`
}
