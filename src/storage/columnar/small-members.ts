// The small members of a record as one value: `small_members` of the table of spans, a JSON list that the engine
// computes when it stores a row. A narrow column costs an answer a tenth of a millisecond and more, whatever it
// contains (docs/adr/088-constant-cost-of-reads.md). Filters and analytics read the columns themselves.
import type { SelectedSpan } from '../contract/contract.ts'

/** In the order of the list. Stored rows have this order: a change needs another column. */
const names = [
  'trace_type',
  'span_type',
  'span_kind',
  'status_code',
  'status_message',
  'session_id',
  'user_id',
  'agent_id',
  'end_time',
  'created_at',
  'created_by_id',
  'updated_at',
  'updated_by_id',
  'adapters',
] as const satisfies readonly (keyof SelectedSpan)[]

type SmallMember = (typeof names)[number]

/** Members that the list has as text. `toString` is an expression: the engine writes a tuple with one as a list. */
const asText: readonly SmallMember[] = names.filter((name) => name !== 'adapters')

export const smallMembersSql = `toJSONString(tuple(${names
  .map((name) => (asText.includes(name) ? `toString(${name})` : name))
  .join(', ')}))`

/** A row as it is read: with the small members as one value. */
export type WithSmallMembers<Row> = Omit<Row, SmallMember> & { readonly small_members: string }

/** The row with its small members, each by its name. */
export function spreadSmallMembers<Row>({ small_members, ...row }: WithSmallMembers<Row>): Row {
  const values: unknown = JSON.parse(small_members)
  if (!Array.isArray(values) || values.length !== names.length) {
    throw new Error(`small_members is no list of ${names.length} values`)
  }
  return Object.assign(row, Object.fromEntries(names.map((name, i) => [name, values[i]]))) as unknown as Row
}
