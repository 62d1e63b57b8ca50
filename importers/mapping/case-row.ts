// Builds rows of testsets from examples: inputs become columns, expected outputs the column `correct_answer` or columns.
import type { ImportedRow } from '../importer.ts'
import type { Fields } from '../reading/fields.ts'
import { isRecord, type DataRecord } from '../reading/record.ts'

export const answerColumn = 'correct_answer'
const columns = 'columns'
const rowMeta = 'meta.import'

interface CaseNames {
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly tags?: readonly string[]
  readonly id?: readonly string[]
}

interface CaseRules extends CaseNames {
  /** Further tags; those of the record win. */
  readonly extraTags?: DataRecord
}

/** Adds columns; one whose name exists gets prefixes until its name is free, so that no column is lost. */
function withColumns(data: DataRecord, columns: DataRecord): DataRecord {
  const takenNames = new Set([...Object.keys(data), ...Object.keys(columns)])
  const freeName = (name: string): string => {
    const prefixedName = `expected_${name}`
    if (takenNames.has(prefixedName)) return freeName(prefixedName)
    takenNames.add(prefixedName)
    return prefixedName
  }
  const entries = Object.entries(columns).map(([name, value]) => [
    Object.hasOwn(data, name) ? freeName(name) : name,
    value,
  ])
  return { ...data, ...Object.fromEntries(entries) }
}

/** An object with one member is the answer itself. */
function expectedColumns(output: unknown): DataRecord {
  if (output === undefined) return {}
  const members = isRecord(output) ? Object.values(output) : [output]
  return members.length === 1 ? { [answerColumn]: members[0] } : isRecord(output) ? output : {}
}

/** The row of an example; undefined without inputs. Unread fields are stored in its meta. */
export function caseRow(fields: Fields, { extraTags = {}, ...names }: CaseRules): ImportedRow | undefined {
  const input = fields.json(columns, ...names.inputs)
  if (input === undefined) return undefined
  const [tagsName] = (names.tags ?? []).filter((name) => isRecord(fields.peek(name)))
  const metadata = tagsName === undefined ? undefined : fields.json('tags', tagsName)
  return rowOf(fields, {
    input,
    output: fields.json(answerColumn, ...names.outputs),
    tags: { ...extraTags, ...(isRecord(metadata) ? metadata : {}) },
    id: names.id ?? ['id'],
  })
}

export function rowOf(
  fields: Fields,
  {
    input,
    output,
    tags,
    id,
  }: {
    readonly input: unknown
    readonly output: unknown
    readonly tags: DataRecord
    readonly id: readonly string[]
  },
): ImportedRow {
  return {
    data: withColumns(isRecord(input) ? input : { input }, expectedColumns(output)),
    dedupId: fields.text('dedup id', ...id),
    tags: Object.keys(tags).length === 0 ? undefined : tags,
    ...restOf(fields),
  }
}

/** Unread fields as the meta of a row. */
export function restOf(fields: Fields): Pick<ImportedRow, 'meta'> {
  const rest = fields.rest(rowMeta)
  return rest === undefined ? {} : { meta: { import: rest } }
}
