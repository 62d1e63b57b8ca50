// Checks the footer of a file: its fields, its schema, and the chunks of every row group.
import type { FileMetaData, SchemaElement, SchemaTree } from 'hyparquet'
import { requireIntact } from './damage.ts'
import { ThriftReader, type FieldSpec, type StructSpec, type ThriftStruct } from './thrift.ts'
import type { PhysicalType } from './values.ts'

const of = (name: string, type: FieldSpec['type'], required = false): FieldSpec => ({ name, type, required })
const empty: StructSpec = { struct: {} }
const timeUnit: StructSpec = {
  struct: { 1: of('millis', empty), 2: of('micros', empty), 3: of('nanos', empty) },
  isUnion: true,
}
const time: StructSpec = { struct: { 1: of('isAdjustedToUTC', 'bool', true), 2: of('unit', timeUnit, true) } }
const decimal: StructSpec = { struct: { 1: of('scale', 'i32', true), 2: of('precision', 'i32', true) } }
const integer: StructSpec = { struct: { 1: of('bitWidth', 'byte', true), 2: of('isSigned', 'bool', true) } }
const logicalType: StructSpec = {
  struct: {
    1: of('STRING', empty),
    2: of('MAP', empty),
    3: of('LIST', empty),
    4: of('ENUM', empty),
    5: of('DECIMAL', decimal),
    6: of('DATE', empty),
    7: of('TIME', time),
    8: of('TIMESTAMP', time),
    10: of('INTEGER', integer),
    11: of('NULL', empty),
    12: of('JSON', empty),
    13: of('BSON', empty),
    14: of('UUID', empty),
    15: of('FLOAT16', empty),
  },
  isUnion: true,
}
const schemaElement: StructSpec = {
  struct: {
    1: { name: 'type', type: 'i32', max: 7 },
    2: of('type_length', 'i32'),
    3: { name: 'repetition_type', type: 'i32', max: 2 },
    4: of('name', 'text', true),
    5: of('num_children', 'i32'),
    6: { name: 'converted_type', type: 'i32', max: 21 },
    7: of('scale', 'i32'),
    8: of('precision', 'i32'),
    9: of('field_id', 'i32'),
    10: of('logicalType', logicalType),
  },
}
const keyValue: StructSpec = { struct: { 1: of('key', 'text', true), 2: of('value', 'text') } }
const statistics: StructSpec = {
  struct: {
    1: of('max', 'binary'),
    2: of('min', 'binary'),
    3: of('null_count', 'i64'),
    4: of('distinct_count', 'i64'),
    5: of('max_value', 'binary'),
    6: of('min_value', 'binary'),
    7: of('is_max_value_exact', 'bool'),
    8: of('is_min_value_exact', 'bool'),
  },
}
const encodingCount: StructSpec = {
  struct: { 1: of('page_type', 'i32', true), 2: of('encoding', 'i32', true), 3: of('count', 'i32', true) },
}
const sizeStatistics: StructSpec = {
  struct: {
    1: of('bytes', 'i64'),
    2: of('repetition_histogram', { list: 'i64' }),
    3: of('definition_histogram', { list: 'i64' }),
  },
}
const sortingColumn: StructSpec = {
  struct: {
    1: of('column', 'i32', true),
    2: of('descending', 'bool', true),
    3: of('nulls_first', 'bool', true),
  },
}
const columnOrder: StructSpec = { struct: { 1: of('type_order', empty) }, isUnion: true }
const columnMetadata: StructSpec = {
  struct: {
    1: of('type', 'i32', true),
    2: of('encodings', { list: 'i32' }, true),
    3: of('path_in_schema', { list: 'text' }, true),
    4: { name: 'codec', type: 'i32', required: true, max: 7 },
    5: of('num_values', 'i64', true),
    6: of('total_uncompressed_size', 'i64', true),
    7: of('total_compressed_size', 'i64', true),
    8: of('key_value_metadata', { list: keyValue }),
    9: of('data_page_offset', 'i64', true),
    10: of('index_page_offset', 'i64'),
    11: of('dictionary_page_offset', 'i64'),
    12: of('statistics', statistics),
    13: of('encoding_stats', { list: encodingCount }),
    14: of('bloom_filter_offset', 'i64'),
    15: of('bloom_filter_length', 'i32'),
    16: of('size_statistics', sizeStatistics),
  },
}
const columnChunk: StructSpec = {
  struct: {
    1: of('file_path', 'text'),
    2: of('file_offset', 'i64', true),
    3: of('meta_data', columnMetadata, true),
    4: of('offset_index_offset', 'i64'),
    5: of('offset_index_length', 'i32'),
    6: of('column_index_offset', 'i64'),
    7: of('column_index_length', 'i32'),
  },
}
const rowGroup: StructSpec = {
  struct: {
    1: of('columns', { list: columnChunk }, true),
    2: of('total_byte_size', 'i64', true),
    3: of('num_rows', 'i64', true),
    4: of('sorting_columns', { list: sortingColumn }),
    5: of('file_offset', 'i64'),
    6: of('total_compressed_size', 'i64'),
    7: of('ordinal', 'i16'),
  },
}
const fileMetadata: StructSpec = {
  struct: {
    1: of('version', 'i32', true),
    2: of('schema', { list: schemaElement }, true),
    3: of('num_rows', 'i64', true),
    4: of('row_groups', { list: rowGroup }, true),
    5: of('key_value_metadata', { list: keyValue }),
    6: of('created_by', 'text'),
    7: of('column_orders', { list: columnOrder }),
  },
}

/** Parses the footer. */
export function checkFooterBytes(footer: Uint8Array): void {
  const file = new ThriftReader(footer, { start: 0, end: footer.length }).struct(fileMetadata)
  const elements = file['schema'] as readonly ThriftStruct[]
  const columns = elements.filter((element, i) => i > 0 && !element['num_children']).length
  const orders = file['column_orders'] as readonly ThriftStruct[] | undefined
  requireIntact(
    orders === undefined || orders.length === columns,
    'The file does not have one order for each column.',
  )
}

/** An optional or repeated group that several leaves share. */
interface Ancestor {
  readonly path: string
  readonly repetitionMax: number
  readonly definitionMax: number
}

/** A leaf column. */
export interface Leaf {
  readonly path: readonly string[]
  readonly type: PhysicalType
  readonly typeLength: number | undefined
  readonly repetitionMax: number
  readonly definitionMax: number
  /** The definition level of each repeated ancestor, the outermost first. */
  readonly repeatedAt: readonly number[]
  readonly ancestors: readonly Ancestor[]
  readonly isFlat: boolean
}

/** The physical types that an annotation may have. */
const annotated: Readonly<Record<string, readonly string[]>> = {
  UTF8: ['BYTE_ARRAY'],
  STRING: ['BYTE_ARRAY'],
  ENUM: ['BYTE_ARRAY'],
  JSON: ['BYTE_ARRAY'],
  BSON: ['BYTE_ARRAY'],
  DATE: ['INT32'],
  TIME_MILLIS: ['INT32'],
  TIME_MICROS: ['INT64'],
  TIME: ['INT32', 'INT64'],
  TIMESTAMP: ['INT64'],
  TIMESTAMP_MILLIS: ['INT64'],
  TIMESTAMP_MICROS: ['INT64'],
  UINT_8: ['INT32'],
  UINT_16: ['INT32'],
  UINT_32: ['INT32'],
  UINT_64: ['INT64'],
  INT_8: ['INT32'],
  INT_16: ['INT32'],
  INT_32: ['INT32'],
  INT_64: ['INT64'],
  INTEGER: ['INT32', 'INT64'],
  DECIMAL: ['INT32', 'INT64', 'BYTE_ARRAY', 'FIXED_LEN_BYTE_ARRAY'],
  INTERVAL: ['FIXED_LEN_BYTE_ARRAY'],
  UUID: ['FIXED_LEN_BYTE_ARRAY'],
  FLOAT16: ['FIXED_LEN_BYTE_ARRAY'],
}

/** The older annotation of a newer one, if there is one. */
function olderOf(element: SchemaElement): readonly string[] | undefined {
  const logical = element.logical_type
  switch (logical?.type) {
    case 'STRING':
      return ['UTF8']
    case 'MAP':
      return ['MAP', 'MAP_KEY_VALUE']
    case 'TIMESTAMP':
    case 'TIME':
      return logical.unit === 'NANOS' ? [] : [`${logical.type}_${logical.unit}`]
    case 'INTEGER':
      return [`${logical.isSigned ? 'INT' : 'UINT'}_${logical.bitWidth}`]
    case 'LIST':
    case 'ENUM':
    case 'DECIMAL':
    case 'DATE':
    case 'JSON':
    case 'BSON':
      return [logical.type]
    case undefined:
      return undefined
    default:
      return []
  }
}

function checkAnnotations({ element, children }: SchemaTree): void {
  const { type, converted_type: older, logical_type: logical, name } = element
  for (const annotation of [older, logical?.type]) {
    const types = annotation === undefined ? undefined : annotated[annotation]
    requireIntact(
      types === undefined || (children.length === 0 && types.includes(type ?? '')),
      `The type of '${name}' cannot be ${annotation}.`,
    )
    requireIntact(
      !(annotation === 'LIST' || annotation === 'MAP') || children.length === 1,
      `The group '${name}' is no ${annotation}.`,
    )
  }
  const allowed = olderOf(element)
  requireIntact(
    older === undefined || allowed === undefined || allowed.includes(older),
    `The type of '${name}' is ${logical?.type} and ${older}.`,
  )
  if (older !== 'DECIMAL' && logical?.type !== 'DECIMAL') return
  const precision = logical?.type === 'DECIMAL' ? logical.precision : (element.precision ?? 0)
  const scale = logical?.type === 'DECIMAL' ? logical.scale : (element.scale ?? 0)
  requireIntact(precision > 0 && scale >= 0 && scale <= precision, `'${name}' has no valid precision.`)
  requireIntact(
    (element.scale ?? scale) === scale && (element.precision ?? precision) === precision,
    `'${name}' has two precisions.`,
  )
}

function leavesOfTree(root: SchemaTree): readonly Leaf[] {
  const leaves: Leaf[] = []
  const visit = (tree: SchemaTree, above: Omit<Leaf, 'path' | 'type' | 'typeLength' | 'isFlat'>): void => {
    const { element, children, path } = tree
    // hyparquet writes and reads elements without a repetition type as optional.
    const repetition = element.repetition_type ?? 'OPTIONAL'
    checkAnnotations(tree)
    const isRepeated = repetition === 'REPEATED'
    const definitionMax = above.definitionMax + (repetition === 'REQUIRED' ? 0 : 1)
    const repetitionMax = above.repetitionMax + (isRepeated ? 1 : 0)
    const repeatedAt = isRepeated ? [...above.repeatedAt, definitionMax] : above.repeatedAt
    if (children.length > 0) {
      const group = { path: JSON.stringify(path), repetitionMax, definitionMax }
      const ancestors = [...above.ancestors, group]
      for (const child of children) visit(child, { definitionMax, repetitionMax, repeatedAt, ancestors })
      return
    }
    requireIntact(element.type !== undefined && !element.num_children, `'${element.name}' has no type.`)
    requireIntact(
      element.type !== 'FIXED_LEN_BYTE_ARRAY' || (element.type_length ?? 0) > 0,
      `'${element.name}' has no length.`,
    )
    leaves.push({
      path,
      type: element.type,
      typeLength: element.type_length,
      definitionMax,
      repetitionMax,
      repeatedAt,
      ancestors: above.ancestors,
      isFlat: path.length === 1 && !isRepeated,
    })
  }
  const names = (tree: SchemaTree): void => {
    const own = tree.children.map(({ element }) => element.name)
    requireIntact(new Set(own).size === own.length, 'Two columns have one name.')
    tree.children.forEach(names)
  }
  names(root)
  for (const child of root.children) {
    visit(child, { definitionMax: 0, repetitionMax: 0, repeatedAt: [], ancestors: [] })
  }
  return leaves
}

const isCount = (value: unknown, max: number): boolean => {
  const number = Number(value)
  return Number.isSafeInteger(number) && number >= 0 && number <= max
}

/** The offset of the first page of a chunk. */
export function chunkStart(meta: {
  readonly data_page_offset: bigint
  readonly dictionary_page_offset?: bigint | undefined
}): number {
  const data = Number(meta.data_page_offset)
  const dictionary = Number(meta.dictionary_page_offset ?? 0n)
  return dictionary > 0 && dictionary < data ? dictionary : data
}

/** Returns the leaf columns. Throws when the footer contradicts itself or the length of the file. */
export function checkFooter(metadata: FileMetaData, root: SchemaTree, fileBytes: number): readonly Leaf[] {
  requireIntact(root.count === metadata.schema.length, 'The schema has more elements than its root.')
  const leaves = leavesOfTree(root)
  let rows = 0
  for (const [i, group] of metadata.row_groups.entries()) {
    requireIntact(isCount(group.num_rows, Number.MAX_SAFE_INTEGER), `Row group ${i} has no number of rows.`)
    rows += Number(group.num_rows)
    requireIntact(
      group.columns.length === leaves.length,
      `Row group ${i} does not have one chunk for each column.`,
    )
    for (const [at, { meta_data: meta, file_path: filePath }] of group.columns.entries()) {
      const leaf = leaves[at]
      requireIntact(
        meta !== undefined && leaf !== undefined && !filePath,
        `Row group ${i} has a chunk elsewhere.`,
      )
      const name = `Column '${leaf.path.join('.')}', row group ${i}: `
      requireIntact(
        JSON.stringify(meta.path_in_schema) === JSON.stringify(leaf.path) && meta.type === leaf.type,
        `${name}The chunk is of another column.`,
      )
      requireIntact(meta.codec !== undefined && meta.codec !== 'LZO', `${name}Its codec is not known.`)
      requireIntact(
        isCount(meta.num_values, Number.MAX_SAFE_INTEGER) &&
          (!leaf.isFlat || Number(meta.num_values) === Number(group.num_rows)) &&
          Number(meta.num_values) >= Number(group.num_rows),
        `${name}It has ${meta.num_values} values for ${group.num_rows} rows.`,
      )
      const histograms = meta.size_statistics
      requireIntact(
        [0, leaf.repetitionMax + 1].includes(histograms?.repetition_level_histogram?.length ?? 0) &&
          [0, leaf.definitionMax + 1].includes(histograms?.definition_level_histogram?.length ?? 0),
        `${name}It has statistics of another column.`,
      )
      requireIntact(
        isCount(chunkStart(meta), fileBytes) &&
          isCount(meta.total_compressed_size, fileBytes - chunkStart(meta)),
        `${name}It lies outside of the file.`,
      )
    }
  }
  requireIntact(
    Number(metadata.num_rows) === rows,
    `The file announces ${metadata.num_rows} rows and has ${rows}.`,
  )
  return leaves
}
