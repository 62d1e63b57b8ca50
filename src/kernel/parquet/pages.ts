// Checks the pages of a column chunk one by one, without keeping their values.
import { crc32 } from './crc32.ts'
import { throwDamaged, requireIntact } from './damage.ts'
import type { Leaf } from './footer.ts'
import { bitWidthOf, hybridNumbers, type ByteRange } from './levels.ts'
import { ThriftReader, type StructSpec } from './thrift.ts'
import { checkPlain, checkValues } from './values.ts'

const i32 = (name: string) => ({ name, type: 'i32', isRequired: true }) as const

const dataPage: StructSpec = {
  struct: { 1: i32('num_values'), 2: i32('encoding'), 3: i32('definition'), 4: i32('repetition') },
}
const dictionaryPage: StructSpec = {
  struct: { 1: i32('num_values'), 2: i32('encoding'), 3: { name: 'is_sorted', type: 'bool' } },
}
const dataPageV2: StructSpec = {
  struct: {
    1: i32('num_values'),
    2: i32('num_nulls'),
    3: i32('num_rows'),
    4: i32('encoding'),
    5: i32('definition_bytes'),
    6: i32('repetition_bytes'),
    7: { name: 'is_compressed', type: 'bool' },
  },
}
const pageHeader: StructSpec = {
  struct: {
    1: i32('type'),
    2: i32('uncompressed'),
    3: i32('compressed'),
    4: { name: 'crc', type: 'i32' },
    5: { name: 'data', type: dataPage },
    7: { name: 'dictionary', type: dictionaryPage },
    8: { name: 'data_v2', type: dataPageV2 },
  },
}

interface Header {
  readonly type: number
  readonly uncompressed: number
  readonly compressed: number
  readonly crc?: number
  readonly data?: {
    readonly num_values: number
    readonly encoding: number
    readonly definition: number
    readonly repetition: number
  }
  readonly dictionary?: { readonly num_values: number; readonly encoding: number }
  readonly data_v2?: {
    readonly num_values: number
    readonly num_nulls: number
    readonly num_rows: number
    readonly encoding: number
    readonly definition_bytes: number
    readonly repetition_bytes: number
    readonly is_compressed?: boolean
  }
}

const encodings = [
  'PLAIN',
  'GROUP_VAR_INT',
  'PLAIN_DICTIONARY',
  'RLE',
  'BIT_PACKED',
  'DELTA_BINARY_PACKED',
  'DELTA_LENGTH_BYTE_ARRAY',
  'DELTA_BYTE_ARRAY',
  'RLE_DICTIONARY',
  'BYTE_STREAM_SPLIT',
]
const runEncoding = 3
const [dataType, dictionaryType, dataV2Type] = [0, 2, 3]

/** Decompresses a page to exactly this many bytes, or throws. */
export type Inflate = (codec: string, input: Uint8Array, length: number) => Uint8Array

export interface Chunk {
  readonly leaf: Leaf
  /** The bytes from the first page on. */
  readonly bytes: Uint8Array
  readonly codec: string
  readonly values: number
  readonly rows: number
}

interface PageLevels {
  readonly repetition: Uint32Array | undefined
  readonly definition: Uint32Array | undefined
}

/** FNV-1a over the structure that leaves with a common ancestor share. */
class StructureDigests {
  private readonly digests: Map<string, { low: number; high: number; entries: number }>
  private readonly leaf: Leaf

  constructor(leaf: Leaf) {
    this.leaf = leaf
    this.digests = new Map(
      leaf.ancestors.map(({ path }) => [path, { low: 0x811c9dc5, high: 0x1000193, entries: 0 }]),
    )
  }

  add(repetition: number, definition: number): void {
    for (const ancestor of this.leaf.ancestors) {
      if (repetition > ancestor.repetitionMax) continue
      const digest = this.digests.get(ancestor.path)
      if (digest === undefined) continue
      const entry = repetition * 256 + Math.min(definition, ancestor.definitionMax)
      digest.low = Math.imul(digest.low ^ entry, 0x01000193)
      digest.high = Math.imul(digest.high ^ (entry + digest.entries), 0x85ebca6b)
      digest.entries += 1
    }
  }

  get texts(): ReadonlyMap<string, string> {
    return new Map(
      [...this.digests].map(([path, { low, high, entries }]) => [path, `${entries} ${low} ${high}`]),
    )
  }
}

class ChunkCheck {
  private readonly chunk: Chunk
  private readonly inflate: Inflate
  private readonly digests: StructureDigests
  private values = 0
  private rows = 0
  private dictionarySize: number | undefined
  private lastDefinition = 0

  constructor(chunk: Chunk, inflate: Inflate) {
    this.chunk = chunk
    this.inflate = inflate
    this.digests = new StructureDigests(chunk.leaf)
  }

  run(): ReadonlyMap<string, string> {
    const { bytes, leaf, values, rows } = this.chunk
    let offset = 0
    while (this.values < values) {
      requireIntact(offset < bytes.length, `It has ${this.values} of ${values} values.`)
      const reader = new ThriftReader(bytes, { start: offset, end: bytes.length })
      const header = reader.struct(pageHeader) as unknown as Header
      requireIntact(header.compressed >= 0 && header.uncompressed >= 0, 'A page has a negative size.')
      requireIntact(header.compressed <= bytes.length - reader.offset, 'A page is longer than its column.')
      offset = reader.offset + header.compressed
      this.checkPage(header, bytes.subarray(reader.offset, offset))
    }
    requireIntact(this.rows === rows, `It has ${this.rows} rows, its row group ${rows}.`)
    // hyparquet reads a nested column up to the last byte.
    requireIntact(leaf.isFlat || bytes.length - offset <= 1, 'It has more pages than values.')
    return this.digests.texts
  }

  private checkPage(header: Header, body: Uint8Array): void {
    const { crc } = header
    requireIntact(
      crc === undefined || crc32(body) === crc >>> 0,
      'The checksum of a page does not match its bytes.',
    )
    if (header.type === dictionaryType) this.checkDictionary(header, body)
    else if (header.type === dataType) this.checkData(header, body)
    else if (header.type === dataV2Type) this.checkDataV2(header, body)
    else throwDamaged(`The page type ${header.type} is not known.`)
  }

  private inflatePage(body: Uint8Array, length: number): Uint8Array {
    const { codec } = this.chunk
    const page = codec === 'UNCOMPRESSED' || length === 0 ? body : this.inflate(codec, body, length)
    requireIntact(length === 0 || page.length === length, 'A page has another size than it announces.')
    return page
  }

  private checkDictionary({ dictionary, uncompressed }: Header, body: Uint8Array): void {
    if (dictionary === undefined) return throwDamaged('A dictionary page has no header.')
    requireIntact(
      this.dictionarySize === undefined && this.values === 0,
      'A dictionary is not the first page.',
    )
    requireIntact(
      dictionary.encoding === 0 || dictionary.encoding === 2,
      'A dictionary is not encoded plainly.',
    )
    const page = this.inflatePage(body, uncompressed)
    const { type, typeLength } = this.chunk.leaf
    requireIntact(dictionary.num_values >= 0, 'A dictionary has a negative size.')
    checkPlain(
      { bytes: page, start: 0, end: page.length },
      { type, typeLength, count: dictionary.num_values },
    )
    this.dictionarySize = dictionary.num_values
  }

  private checkData({ data, uncompressed }: Header, body: Uint8Array): void {
    if (data === undefined) return throwDamaged('A data page has no header.')
    this.requireRemaining(data.num_values)
    const { repetitionMax, definitionMax } = this.chunk.leaf
    requireIntact(repetitionMax === 0 || data.repetition === runEncoding, 'Levels are not encoded as runs.')
    requireIntact(definitionMax === 0 || data.definition === runEncoding, 'Levels are not encoded as runs.')
    const page = this.inflatePage(body, uncompressed)
    const repetition = levelsV1(page, 0, repetitionMax, data.num_values)
    const definition = levelsV1(page, repetition.next, definitionMax, data.num_values)
    this.checkContent(
      { bytes: page, start: definition.next, end: page.length },
      { ...data, repetition: repetition.levels, definition: definition.levels },
    )
  }

  private checkDataV2({ data_v2: data, uncompressed }: Header, body: Uint8Array): void {
    if (data === undefined) return throwDamaged('A data page has no header.')
    this.requireRemaining(data.num_values)
    const { repetitionMax, definitionMax } = this.chunk.leaf
    const { repetition_bytes: repetitionBytes, definition_bytes: definitionBytes } = data
    requireIntact(repetitionBytes >= 0 && definitionBytes >= 0, 'Levels have a negative size.')
    const levelsEnd = repetitionBytes + definitionBytes
    requireIntact(levelsEnd <= body.length && levelsEnd <= uncompressed, 'Levels are longer than their page.')
    const levels = (max: number, start: number, end: number): Uint32Array | undefined =>
      levelsIn({ bytes: body, start, end }, max, data.num_values)
    const repetition = levels(repetitionMax, 0, repetitionBytes)
    const definition = levels(definitionMax, repetitionBytes, levelsEnd)
    const rest = body.subarray(levelsEnd)
    const page = data.is_compressed === false ? rest : this.inflatePage(rest, uncompressed - levelsEnd)
    requireIntact(
      page.length === uncompressed - levelsEnd || data.is_compressed !== false,
      'A page has another size than it announces.',
    )
    const rowsBefore = this.rows
    requireIntact(repetition === undefined || (repetition[0] ?? 0) === 0, 'A page begins inside of a row.')
    const nulls = this.checkContent(
      { bytes: page, start: 0, end: page.length },
      { ...data, repetition, definition },
    )
    requireIntact(nulls === data.num_nulls, `A page has ${nulls} nulls and announces ${data.num_nulls}.`)
    requireIntact(
      this.rows - rowsBefore === data.num_rows,
      'A page has another number of rows than it announces.',
    )
  }

  private requireRemaining(values: number): void {
    requireIntact(
      values >= 0 && values <= this.chunk.values - this.values,
      'It has more values than it announces.',
    )
  }

  /** Checks levels and values of a page; returns the number of nulls. */
  private checkContent(
    range: ByteRange,
    page: { readonly num_values: number; readonly encoding: number } & PageLevels,
  ): number {
    const { leaf } = this.chunk
    const nulls = this.walkLevels(page, page.num_values)
    this.values += page.num_values
    checkValues(range, {
      type: leaf.type,
      typeLength: leaf.typeLength,
      encoding: encodings[page.encoding] ?? String(page.encoding),
      count: page.num_values - nulls,
      dictionarySize: this.dictionarySize,
    })
    return nulls
  }

  private walkLevels({ repetition, definition }: PageLevels, count: number): number {
    const { definitionMax, repeatedAt, isFlat } = this.chunk.leaf
    let nulls = 0
    if (isFlat) {
      if (definition !== undefined) for (const level of definition) if (level < definitionMax) nulls += 1
      this.rows += count
      return nulls
    }
    for (let i = 0; i < count; i++) {
      const depth = repetition?.[i] ?? 0
      const level = definition?.[i] ?? definitionMax
      if (level < definitionMax) nulls += 1
      if (depth === 0) this.rows += 1
      else {
        const depthMin = repeatedAt[depth - 1] ?? Infinity
        requireIntact(
          this.rows > 0 && level >= depthMin && this.lastDefinition >= depthMin,
          'An empty list continues.',
        )
      }
      this.lastDefinition = level
      this.digests.add(depth, level)
    }
    return nulls
  }
}

const levelsIn = (range: ByteRange, max: number, count: number): Uint32Array | undefined =>
  max === 0
    ? undefined
    : hybridNumbers(range, { bitWidth: bitWidthOf(max), count, max, label: 'level', isComplete: true })

/** Pages of version 1 store the length of the levels in front of them. */
function levelsV1(page: Uint8Array, start: number, max: number, count: number) {
  if (max === 0) return { levels: undefined, next: start }
  requireIntact(start + 4 <= page.length, 'Levels are cut off.')
  const length = new DataView(page.buffer, page.byteOffset + start).getUint32(0, true)
  const next = start + 4 + length
  requireIntact(next <= page.length, 'Levels are longer than their page.')
  return { levels: levelsIn({ bytes: page, start: start + 4, end: next }, max, count), next }
}

/**
 * Refuses an inconsistent chunk. Returns a digest of its structure for each ancestor that it shares with
 * other leaves.
 */
export const checkChunk = (chunk: Chunk, inflate: Inflate): ReadonlyMap<string, string> =>
  new ChunkCheck(chunk, inflate).run()
