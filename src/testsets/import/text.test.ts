import { describe, expect, test } from 'vitest'
import { decodeText, lineEnds, UndecodableText } from './text.ts'

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

/** The line ends before the invalid bytes; undefined without any. */
async function lineEndsBeforeError(bytes: Uint8Array, size: number): Promise<number | undefined> {
  let count = 0
  try {
    for await (const text of decodeText(inChunks(bytes, size))) count += lineEnds(text)
    return undefined
  } catch (error) {
    if (!(error instanceof UndecodableText)) throw error
    return count + lineEnds(error.textBefore)
  }
}

const text = 'a\n€\n😀ü\n\u{10348}\né'
const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
/** A high surrogate without its low surrogate. */
const loneSurrogate = Buffer.from('\ud83d\n', 'utf16le')

describe.each([
  ['UTF-8', Buffer.from(text), Buffer.from([0xff, 0x0a])],
  ['UTF-16LE', utf16, loneSurrogate],
  ['UTF-16BE', Buffer.from(utf16).swap16(), Buffer.from(loneSurrogate).swap16()],
])('%s', (_, valid, invalid) => {
  const bytes = Buffer.concat([valid, invalid, valid])
  const sizes = Array.from(bytes, (_, i) => i + 1)

  test('invalid bytes are found on their line, however the file is cut into chunks', async () => {
    const counts = await Promise.all(sizes.map((size) => lineEndsBeforeError(bytes, size)))
    expect(counts).toEqual(sizes.map(() => 4))
  })

  test('valid bytes are decoded, however the file is cut into chunks', async () => {
    for (const size of sizes)
      expect((await Array.fromAsync(decodeText(inChunks(valid, size)))).join('')).toBe(text)
  })
})
