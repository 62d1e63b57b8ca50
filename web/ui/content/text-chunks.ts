// Splits a long text into chunks that a browser lays out one by one.

/** With a fallback font, 1,000 emoji take about 20 ms to lay out. */
const chunkChars = 1000

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff

/** Joiners and variation selectors belong to the character before them. */
const isAttached = (code: number): boolean =>
  code === 0x200d || (code >= 0xfe00 && code <= 0xfe0f) || isLowSurrogate(code)

/** A longer sequence of attached characters is split. */
const attachedMax = 200

/** Returns the end of a chunk: after a line, else after a word, else between two characters. */
function endOf(text: string, from: number): number {
  const maxEnd = from + chunkChars
  if (maxEnd >= text.length) return text.length
  // The search stays inside the chunk: in the full text it would make the split quadratic.
  const chunk = text.slice(from, maxEnd)
  for (const separator of ['\n', ' ']) {
    const at = chunk.lastIndexOf(separator)
    if (at >= chunkChars / 2) return from + at + 1
  }
  const isInside = (at: number): boolean =>
    isAttached(text.charCodeAt(at)) || text.charCodeAt(at - 1) === 0x200d
  let end = maxEnd
  while (maxEnd - end < attachedMax && isInside(end)) end -= 1
  if (!isInside(end)) return end
  // A text of joiners alone: only a pair of surrogates stays together.
  return isLowSurrogate(text.charCodeAt(maxEnd)) ? maxEnd - 1 : maxEnd
}

/** Joined, the chunks are the text. */
export function textChunks(text: string): readonly string[] {
  const chunks: string[] = []
  for (let from = 0; from < text.length;) {
    const end = endOf(text, from)
    chunks.push(text.slice(from, end))
    from = end
  }
  return chunks
}
