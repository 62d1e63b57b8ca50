// Checks the footer of a file: its fields, its schema, and the chunks of every row group.
import type { FileMetaData, SchemaElement, SchemaTree } from 'hyparquet'
import { requireIntact } from './damage.ts'
import { ThriftReader, type FieldSpec, type StructSpec, type ThriftStruct } from './thrift.ts'
import type { PhysicalType } from './values.ts'

const fieldOf = (name: string, type: FieldSpec['type'], isRequired = false): FieldSpec => ({
  name,
  type,
  isRequired,
})
const emptyStruct: StructSpec = { struct: {} }
const timeUnit: StructSpec = {
  struct: {
    1: fieldOf('millis', emptyStruct),
    2: fieldOf('micros', emptyStruct),
    3: fieldOf('nanos', emptyStruct),
  },
  isUnion: true,
}
const time: StructSpec = {
  struct: { 1: fieldOf('isAdjustedToUTC', 'bool', true), 2: fieldOf('unit', timeUnit, true) },
}
const decimal: StructSpec = {
  struct: { 1: fieldOf('scale', 'i32', true), 2: fieldOf('precision', 'i32', true) },
}
const integer: StructSpec = {
  struct: { 1: fieldOf('bitWidth', 'byte', true), 2: fieldOf('isSigned', 'bool', true) },
}
const logicalType: StructSpec = {
  struct: {
    1: fieldOf('STRING', emptyStruct),
    2: fieldOf('MAP', emptyStruct),
    3: fieldOf('LIST', emptyStruct),
    4: fieldOf('ENUM', emptyStruct),
    5: fieldOf('DECIMAL', decimal),
    6: fieldOf('DATE', emptyStruct),
    7: fieldOf('TIME', time),
    8: fieldOf('TIMESTAMP', time),
    10: fieldOf('INTEGER', integer),
    11: fieldOf('NULL', emptyStruct),
    12: fieldOf('JSON', emptyStruct),
    13: fieldOf('BSON', emptyStruct),
    14: fieldOf('UUID', emptyStruct),
    15: fieldOf('FLOAT16', emptyStruct),
  },
  isUnion: true,
}
const schemaElement: StructSpec = {
  struct: {
    1: { name: 'type', type: 'i32', max: 7 },
    2: fieldOf('type_length', 'i32'),
    3: { name: 'repetition_type', type: 'i32', max: 2 },
    4: fieldOf('name', 'text', true),
    5: fieldOf('num_children', 'i32'),
    6: { name: 'converted_type', type: 'i32', max: 21 },
    7: fieldOf('scale', 'i32'),
    8: fieldOf('precision', 'i32'),
    9: fieldOf('field_id', 'i32'),
    10: fieldOf('logicalType', logicalType),
  },
}
const keyValue: StructSpec = { struct: { 1: fieldOf('key', 'text', true), 2: fieldOf('value', 'text') } }
const statistics: StructSpec = {
  struct: {
    1: fieldOf('max', 'binary'),
    2: fieldOf('min', 'binary'),
    3: fieldOf('null_count', 'i64'),
    4: fieldOf('distinct_count', 'i64'),
    5: fieldOf('max_value', 'binary'),
    6: fieldOf('min_value', 'binary'),
    7: fieldOf('is_max_value_exact', 'bool'),
    8: fieldOf('is_min_value_exact', 'bool'),
  },
}
const encodingCount: StructSpec = {
  struct: {
    1: fieldOf('page_type', 'i32', true),
    2: fieldOf('encoding', 'i32', true),
    3: fieldOf('count', 'i32', true),
  },
}
const sizeStatistics: StructSpec = {
  struct: {
    1: fieldOf('bytes', 'i64'),
    2: fieldOf('repetition_histogram', { list: 'i64' }),
    3: fieldOf('definition_histogram', { list: 'i64' }),
  },
}
const sortingColumn: StructSpec = {
  struct: {
    1: fieldOf('column', 'i32', true),
    2: fieldOf('descending', 'bool', true),
    3: fieldOf('nulls_first', 'bool', true),
  },
}
const columnOrder: StructSpec = { struct: { 1: fieldOf('type_order', emptyStruct) }, isUnion: true }
const columnMetadata: StructSpec = {
  struct: {
    1: fieldOf('type', 'i32', true),
    2: fieldOf('encodings', { list: 'i32' }, true),
    3: fieldOf('path_in_schema', { list: 'text' }, true),
    4: { name: 'codec', type: 'i32', isRequired: true, max: 7 },
    5: fieldOf('num_values', 'i64', true),
    6: fieldOf('total_uncompressed_size', 'i64', true),
    7: fieldOf('total_compressed_size', 'i64', true),
    8: fieldOf('key_value_metadata', { list: keyValue }),
    9: fieldOf('data_page_offset', 'i64', true),
    10: fieldOf('index_page_offset', 'i64'),
    11: fieldOf('dictionary_page_offset', 'i64'),
    12: fieldOf('statistics', statistics),
    13: fieldOf('encoding_stats', { list: encodingCount }),
    14: fieldOf('bloom_filter_offset', 'i64'),
    15: fieldOf('bloom_filter_length', 'i32'),
    16: fieldOf('size_statistics', sizeStatistics),
  },
}
const columnChunk: StructSpec = {
  struct: {
    1: fieldOf('file_path', 'text'),
    2: fieldOf('file_offset', 'i64', true),
    3: fieldOf('meta_data', columnMetadata, true),
    4: fieldOf('offset_index_offset', 'i64'),
    5: fieldOf('offset_index_length', 'i32'),
    6: fieldOf('column_index_offset', 'i64'),
    7: fieldOf('column_index_length', 'i32'),
  },
}
const rowGroup: StructSpec = {
  struct: {
    1: fieldOf('columns', { list: columnChunk }, true),
    2: fieldOf('total_byte_size', 'i64', true),
    3: fieldOf('num_rows', 'i64', true),
    4: fieldOf('sorting_columns', { list: sortingColumn }),
    5: fieldOf('file_offset', 'i64'),
    6: fieldOf('total_compressed_size', 'i64'),
    7: fieldOf('ordinal', 'i16'),
  },
}
const fileMetadata: StructSpec = {
  struct: {
    1: fieldOf('version', 'i32', true),
    2: fieldOf('schema', { list: schemaElement }, true),
    3: fieldOf('num_rows', 'i64', true),
    4: fieldOf('row_groups', { list: rowGroup }, true),
    5: fieldOf('key_value_metadata', { list: keyValue }),
    6: fieldOf('created_by', 'text'),
    7: fieldOf('column_orders', { list: columnOrder }),
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
const physicalTypes: Readonly<Record<string, readonly string[]>> = {
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

/** The older annotations (converted types) that may accompany the newer one; undefined without a newer one. */
function convertedTypesOf(element: SchemaElement): readonly string[] | undefined {
  const logicalType = element.logical_type
  switch (logicalType?.type) {
    case 'STRING':
      return ['UTF8']
    case 'MAP':
      return ['MAP', 'MAP_KEY_VALUE']
    case 'TIMESTAMP':
    case 'TIME':
      return logicalType.unit === 'NANOS' ? [] : [`${logicalType.type}_${logicalType.unit}`]
    case 'INTEGER':
      return [`${logicalType.isSigned ? 'INT' : 'UINT'}_${logicalType.bitWidth}`]
    case 'LIST':
    case 'ENUM':
    case 'DECIMAL':
    case 'DATE':
    case 'JSON':
    case 'BSON':
      return [logicalType.type]
    case undefined:
      return undefined
    default:
      return []
  }
}

function checkAnnotations({ element, children }: SchemaTree): void {
  const { type, converted_type: convertedType, logical_type: logicalType, name } = element
  for (const annotation of [convertedType, logicalType?.type]) {
    const types = annotation === undefined ? undefined : physicalTypes[annotation]
    requireIntact(
      types === undefined || (children.length === 0 && types.includes(type ?? '')),
      `The type of '${name}' cannot be ${annotation}.`,
    )
    requireIntact(
      !(annotation === 'LIST' || annotation === 'MAP') || children.length === 1,
      `The group '${name}' is not a ${annotation}.`,
    )
  }
  const allowedTypes = convertedTypesOf(element)
  requireIntact(
    convertedType === undefined || allowedTypes === undefined || allowedTypes.includes(convertedType),
    `The type of '${name}' is ${logicalType?.type} and ${convertedType}.`,
  )
  if (convertedType !== 'DECIMAL' && logicalType?.type !== 'DECIMAL') return
  const precision = logicalType?.type === 'DECIMAL' ? logicalType.precision : (element.precision ?? 0)
  const scale = logicalType?.type === 'DECIMAL' ? logicalType.scale : (element.scale ?? 0)
  requireIntact(precision > 0 && scale >= 0 && scale <= precision, `'${name}' has no valid precision.`)
  requireIntact(
    (element.scale ?? scale) === scale && (element.precision ?? precision) === precision,
    `'${name}' has two precisions.`,
  )
}

function leavesOfTree(root: SchemaTree): readonly Leaf[] {
  const leaves: Leaf[] = []
  const visit = (tree: SchemaTree, parent: Omit<Leaf, 'path' | 'type' | 'typeLength' | 'isFlat'>): void => {
    const { element, children, path } = tree
    // hyparquet writes and reads elements without a repetition type as optional.
    const repetition = element.repetition_type ?? 'OPTIONAL'
    checkAnnotations(tree)
    const isRepeated = repetition === 'REPEATED'
    const definitionMax = parent.definitionMax + (repetition === 'REQUIRED' ? 0 : 1)
    const repetitionMax = parent.repetitionMax + (isRepeated ? 1 : 0)
    const repeatedAt = isRepeated ? [...parent.repeatedAt, definitionMax] : parent.repeatedAt
    if (children.length > 0) {
      const group = { path: JSON.stringify(path), repetitionMax, definitionMax }
      const ancestors = [...parent.ancestors, group]
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
      ancestors: parent.ancestors,
      isFlat: path.length === 1 && !isRepeated,
    })
  }
  const checkNames = (tree: SchemaTree): void => {
    const childNames = tree.children.map(({ element }) => element.name)
    requireIntact(new Set(childNames).size === childNames.length, 'Two columns have the same name.')
    tree.children.forEach(checkNames)
  }
  checkNames(root)
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
        `Row group ${i} has a chunk in another file.`,
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
