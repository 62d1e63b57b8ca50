// Characters without a glyph: bidirectional controls, zero-width characters, tag characters, other controls. They change or
// hide visible text, so Text mode marks them. Joiners that emoji and scripts need are left alone.

export interface TextPiece {
  readonly text: string
  /** Label of a run of invisible characters; undefined: ordinary text. */
  readonly mark?: string
  readonly title?: string
}

/** Scripts whose spelling needs U+200C and U+200D. */
const joiningScripts =
  'Arabic Bengali Devanagari Gujarati Gurmukhi Kannada Khmer Malayalam Oriya Sinhala Syriac Tamil Telugu'
    .split(' ')
    .map((script) => String.raw`\p{Script=${script}}`)
    .join('')

const ordinaryPattern = [
  String.raw`[\t\n]`,
  String.raw`\r\n`,
  String.raw`(?<=\p{Emoji})[\uFE0E\uFE0F]`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D\p{Extended_Pictographic}`,
  String.raw`(?<=[${joiningScripts}])[\u200C\u200D]`,
].join('|')

const invisiblePattern = String.raw`[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}\p{Cs}\uFFF9-\uFFFB]`

/** A run of tag characters, or a run of one invisible character. */
const invisibleRun = new RegExp(
  String.raw`[\u{E0001}-\u{E007F}]+|(?<unseen>(?!${ordinaryPattern})${invisiblePattern})\k<unseen>*`,
  'gu',
)

const names: ReadonlyMap<number, string> = new Map([
  [0x00ad, 'soft hyphen'],
  [0x061c, 'Arabic letter mark'],
  [0x200b, 'zero width space'],
  [0x200c, 'zero width non-joiner'],
  [0x200d, 'zero width joiner'],
  [0x200e, 'left-to-right mark'],
  [0x200f, 'right-to-left mark'],
  [0x2028, 'line separator'],
  [0x2029, 'paragraph separator'],
  [0x202a, 'left-to-right embedding'],
  [0x202b, 'right-to-left embedding'],
  [0x202c, 'end of embedding or override'],
  [0x202d, 'left-to-right override'],
  [0x202e, 'right-to-left override'],
  [0x2060, 'word joiner'],
  [0x2066, 'left-to-right isolate'],
  [0x2067, 'right-to-left isolate'],
  [0x2068, 'first strong isolate'],
  [0x2069, 'end of isolate'],
  [0xfeff, 'byte order mark'],
])

const isTag = (code: number): boolean => code >= 0xe0001 && code <= 0xe007f

function markOf(run: string): Required<TextPiece> {
  const characters = Array.from(run)
  const code = run.codePointAt(0) ?? 0
  if (isTag(code)) {
    // Tag characters mirror ASCII: a whole sentence can be hidden in them.
    const codePoints = characters
      .map((one) => (one.codePointAt(0) ?? 0) - 0xe0000)
      .filter((ascii) => ascii >= 0x20 && ascii < 0x7f)
    return { text: run, mark: `tags: ${String.fromCharCode(...codePoints)}`, title: 'Text in tag characters' }
  }
  const label = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  const times = characters.length > 1 ? ` ×${characters.length}` : ''
  return { text: run, mark: label + times, title: names.get(code) ?? 'Invisible character' }
}

/** The text in pieces, in order: joined they are the text itself. */
export function textPieces(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  for (const { 0: run, index } of text.matchAll(invisibleRun)) {
    if (index > end) pieces.push({ text: text.slice(end, index) })
    pieces.push(markOf(run))
    end = index + run.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}
