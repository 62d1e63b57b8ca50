// Decodes bytes as one text or as lines.
import type { SourceFile } from '../files.ts'

/** The maximum size of a JSON or YAML file that is not in lines. */
const fullTextBytesMax = 256 * 2 ** 20
/** The maximum length of a line; no server accepts longer records. */
const lineCharactersMax = 64 * 2 ** 20

/** Reads a file as one text. */
export async function readFullText(file: SourceFile): Promise<string> {
  const decoder = new TextDecoder()
  const parts: string[] = []
  let bytes = 0
  for await (const chunk of file.content()) {
    bytes += chunk.byteLength
    if (bytes > fullTextBytesMax) {
      throw new Error(`it has more than ${fullTextBytesMax / 2 ** 20} MiB; convert it to JSON lines`)
    }
    parts.push(decoder.decode(chunk, { stream: true }))
  }
  return parts.join('') + decoder.decode()
}

/** Splits lines at LF, CRLF or CR. Other separators (U+2028) are part of a line, since JSON may contain them. */
export async function* linesOf(file: SourceFile): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let parts: string[] = []
  let characters = 0
  let endedWithReturn = false
  for await (const chunk of file.content()) {
    const decodedText = decoder.decode(chunk, { stream: true })
    if (decodedText === '') continue
    // CR and LF may arrive in two chunks.
    const text = endedWithReturn && decodedText.startsWith('\n') ? decodedText.slice(1) : decodedText
    endedWithReturn = decodedText.endsWith('\r')
    const lines = text.split(/\r\n|\n|\r/)
    const rest = lines.pop() ?? ''
    for (const line of lines) {
      yield parts.length === 0 ? line : parts.join('') + line
      parts = []
      characters = 0
    }
    parts.push(rest)
    characters += rest.length
    if (characters > lineCharactersMax) throw new Error('a line is longer than 64 MiB')
  }
  const lastLine = parts.join('') + decoder.decode()
  if (lastLine !== '') yield lastLine
}
