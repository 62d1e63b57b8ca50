// Decodes bytes: UTF-8, or UTF-16 with a byte order mark. Invalid bytes are refused, never replaced.
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

function encodingOf(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

/** Invalid bytes. `textBefore` is the text of the chunk before them. */
export class UndecodableText extends Error {
  readonly textBefore: string

  constructor(encoding: Encoding, textBefore: string) {
    super(`The file is not valid ${encoding.toUpperCase()}.`)
    this.name = 'UndecodableText'
    this.textBefore = textBefore
  }
}

/** The text of these bytes, chunk by chunk, without the byte order mark. Throws UndecodableText. */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let encoding: Encoding | undefined
  let decoder = new TextDecoder('utf-8', { fatal: true })
  let head = new Uint8Array()
  let tail = new Uint8Array()
  let bytesCount = 0
  for await (const chunk of chunks) {
    let bytes = chunk
    if (encoding === undefined) {
      // The encoding needs two bytes; a first chunk of one byte waits for the second.
      bytes = Buffer.concat([head, chunk])
      if (bytes.length < 2) {
        head = Uint8Array.from(bytes)
        continue
      }
      encoding = encodingOf(bytes)
      decoder = new TextDecoder(encoding, { fatal: true })
    }
    const text = decode(decoder, { encoding, tail, bytes })
    bytesCount += bytes.length
    tail = tailOf({ tail, bytes, bytesCount })
    if (text !== '') yield text
  }
  if (encoding === undefined) yield decode(decoder, { encoding: 'utf-8', tail, bytes: head })
  const lastText = decode(decoder, { encoding: encoding ?? 'utf-8', tail, bytes: undefined })
  if (lastText !== '') yield lastText
}

/**
 * The last bytes before the next chunk. They have the character that it may continue, and begin at an even offset, as
 * characters of UTF-16 do.
 */
function tailOf({
  tail,
  bytes,
  bytesCount,
}: {
  readonly tail: Uint8Array
  readonly bytes: Uint8Array
  readonly bytesCount: number
}): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.concat([tail, bytes.subarray(-4)]).subarray(bytesCount % 2 === 0 ? -4 : -3))
}

function decode(
  decoder: InstanceType<typeof TextDecoder>,
  {
    encoding,
    tail,
    bytes,
  }: {
    readonly encoding: Encoding
    readonly tail: Uint8Array
    readonly bytes: Uint8Array | undefined
  },
): string {
  try {
    return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
  } catch {
    const lossyDecoder = new TextDecoder(encoding)
    lossyDecoder.decode(tail, { stream: true })
    const lossyText = lossyDecoder.decode(bytes)
    const invalidOffset = lossyText.indexOf('\ufffd')
    // No replacement character here: the invalid bytes began in the previous chunk.
    throw new UndecodableText(encoding, lossyText.slice(0, Math.max(0, invalidOffset)))
  }
}

/** The number of line ends in the text; CRLF counts once. */
export const lineEnds = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0
