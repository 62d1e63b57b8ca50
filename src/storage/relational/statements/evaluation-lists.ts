// Lists of evaluation records: filters by indexes, pages by status, and searches in slices.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { EvaluationFilter, EvaluationKind, ListBounds } from '../../contract/contract.ts'
import { valueList, isStorable } from '../conditions.ts'
import type { Capabilities, Tables } from '../schema.ts'
import { ownMember } from '../../../kernel/own.ts'
import { projectColumn, tables, type Column, type EvaluationRow } from './evaluation-tables.ts'

export const isOneOf = (
  capabilities: Capabilities,
  column: string,
  values: readonly (string | number)[],
): RawBuilder<unknown> =>
  values.length === 0 ? sql`false` : sql`${sql.ref(column)} in ${valueList(capabilities, values)}`

/** The same condition, but SQLite uses no index for it: the operand is an expression. */
const isOneOfUnindexed: typeof isOneOf = (capabilities, column, values) =>
  values.length === 0 ? sql`false` : sql`${sql.ref(column)} || '' in ${valueList(capabilities, values)}`

/** The condition of the partial index over keys that are set. The planner cannot derive it from a list of values. */
export const hasKey = ({ form, name }: Column): readonly RawBuilder<unknown>[] =>
  form === 'key' ? [sql`${sql.ref(name)} <> ''`] : []

type FilterValue = readonly (string | number)[] | boolean | undefined

const isNonEmptyList = (filterValue: FilterValue): boolean =>
  Array.isArray(filterValue) && filterValue.length > 0

/**
 * Columns that filter a list and start an index, the best first. The first requested one selects rows by
 * index; the others are compared without an index, because SQLite would scan the full project by time.
 */
const indexedColumns = ['id', 'trace_id', 'scenario_id', 'testcase_id', 'run_id', 'project_id']

const filterValuesOf = (filter: EvaluationFilter): Readonly<Record<string, FilterValue>> => ({
  id: filter.ids,
  run_id: filter.runIds,
  scenario_id: filter.scenarioIds,
  timestamp: filter.timestamps,
  interval: filter.intervals,
  step_key: filter.stepKeys,
  repeat_idx: filter.repeatIdxs,
  status: filter.statuses,
  trace_id: filter.traceIds,
  testcase_id: filter.testcaseIds,
})

/** The column whose index selects the records; undefined: that of the project. */
function leadingColumn(kind: EvaluationKind, filter: EvaluationFilter): string | undefined {
  const filterValues = filterValuesOf(filter)
  return indexedColumns.find(
    (name) =>
      isNonEmptyList(ownMember(filterValues, name)) &&
      tables[kind].columns.some((column) => column.name === name),
  )
}

/** A list: the column has one of the values; an empty list restricts nothing. `true`: it is set; `false`: absent. */
function condition(
  capabilities: Capabilities,
  column: Column,
  filterValue: FilterValue,
  byIndex: boolean,
): readonly RawBuilder<unknown>[] {
  if (filterValue === undefined) return []
  if (typeof filterValue === 'boolean') {
    const ref = sql.ref(column.name)
    const isAbsent = column.form === 'key' ? sql`${ref} = ''` : sql`${ref} is null`
    return [filterValue ? sql`not (${isAbsent})` : isAbsent]
  }
  if (filterValue.length === 0) return []
  const values = filterValue.filter((value) => isStorable(String(value)))
  const list = (byIndex ? isOneOf : isOneOfUnindexed)(capabilities, column.name, values)
  return byIndex ? [list, ...hasKey(column)] : [list]
}

/**
 * A page with several statuses is merged from one page per status, unless another index selects the records: in the
 * index of statuses only the records of one status are in order.
 */
function pagesOfStatuses({ kind, filter, bounds }: List): readonly EvaluationFilter[] {
  const statuses = new Set(filter.statuses)
  const isMerged = bounds !== undefined && bounds.upTo === undefined && statuses.size > 1
  if (!isMerged || leadingColumn(kind, filter) !== undefined) return [filter]
  return [...statuses].map((status) => ({ ...filter, statuses: [status] }))
}

/** The condition of the partial index of statuses. The planner cannot derive it from a bound parameter. */
const statusIndex = ({ statuses = [] }: EvaluationFilter): readonly RawBuilder<unknown>[] =>
  statuses.length === 0 || statuses.includes('success') ? [] : [sql`status <> 'success'`]

function filterConditions(
  capabilities: Capabilities,
  kind: EvaluationKind,
  projectId: string,
  filter: EvaluationFilter,
): readonly RawBuilder<unknown>[] {
  const filterValues = filterValuesOf(filter)
  const leadingName = leadingColumn(kind, filter) ?? projectColumn.name
  const byIndex = (name: string): boolean => name === leadingName || !indexedColumns.includes(name)
  return [
    ...condition(capabilities, projectColumn, [projectId], byIndex(projectColumn.name)),
    ...tables[kind].columns.flatMap((column) =>
      condition(capabilities, column, ownMember(filterValues, column.name), byIndex(column.name)),
    ),
    ...(filter.includeArchived === true ? [] : [sql`deleted_at is null`]),
  ]
}

function boundConditions({
  from,
  to,
  after,
  upTo,
  order,
}: NonNullable<List['bounds']>): readonly RawBuilder<unknown>[] {
  return [
    ...(upTo === undefined
      ? []
      : [
          sql`(created_at, id) ${sql.raw(order === 'ascending' ? '<=' : '>=')} (${upTo.createdAt}, ${upTo.id})`,
        ]),
    ...(from === undefined ? [] : [sql`created_at ${sql.raw(from.inclusive ? '>=' : '>')} ${from.time}`]),
    ...(to === undefined ? [] : [sql`created_at ${sql.raw(to.inclusive ? '<=' : '<')} ${to.time}`]),
    ...(after === undefined
      ? []
      : [
          sql`(created_at, id) ${sql.raw(order === 'ascending' ? '>' : '<')} (${after.createdAt}, ${after.id})`,
        ]),
  ]
}

type RecordPosition = NonNullable<ListBounds['after']>

interface List {
  readonly kind: EvaluationKind
  readonly projectId: string
  readonly filter: EvaluationFilter
  /** `upTo`: the last position of a slice. */
  readonly bounds: (ListBounds & { readonly upTo?: RecordPosition | undefined }) | undefined
}

function listStatement(capabilities: Capabilities, list: List): RawBuilder<EvaluationRow> {
  const { kind, projectId, bounds } = list
  const direction = sql.raw(bounds?.order === 'descending' ? 'desc' : 'asc')
  const ordering = sql`order by created_at ${direction}, id ${direction}
    ${bounds === undefined ? sql`` : sql`limit ${bounds.limit}`}`
  const pages = pagesOfStatuses(list).map((filter) => {
    const conditions = [
      ...filterConditions(capabilities, kind, projectId, filter),
      ...(bounds === undefined ? [] : boundConditions(bounds)),
      ...statusIndex(filter),
    ]
    const where = sql.join(conditions, sql` and `)
    return sql<EvaluationRow>`select * from ${sql.table(tables[kind].name)} where ${where} ${ordering}`
  })
  const [page] = pages
  if (page !== undefined && pages.length === 1) return page
  const parts = pages.map((part, i) => sql`select * from (${part}) as ${sql.ref(`part_${i}`)}`)
  return sql`${sql.join(parts, sql` union all `)} ${ordering}`
}

/** Columns whose filters need a scan unless an index selects the records. */
const scannedColumns = ['scenario_id', 'timestamp', 'interval', 'step_key', 'repeat_idx', 'status']

/** Whether the records of the project are read in order of time until a page is full. */
function isScan({ kind, filter, bounds }: List): boolean {
  const filterValues = filterValuesOf(filter)
  const isByStatus = isNonEmptyList(filter.statuses) && filter.statuses?.includes('success') !== true
  return (
    bounds !== undefined &&
    !isByStatus &&
    leadingColumn(kind, filter) === undefined &&
    scannedColumns.some((name) => ownMember(filterValues, name) !== undefined)
  )
}

/** The records per slice: 4 ms of the main thread on SQLite. */
const sliceRows = 5_000

/** The position where the slice after a position ends; undefined if it is the last one. */
async function endOfSlice(
  db: Kysely<Tables>,
  { kind, projectId, bounds }: List,
): Promise<RecordPosition | undefined> {
  const direction = sql.raw(bounds?.order === 'descending' ? 'desc' : 'asc')
  const conditions = [
    sql`project_id = ${projectId}`,
    ...(bounds === undefined ? [] : boundConditions(bounds)),
  ]
  const { rows } = await sql<{ readonly created_at: string; readonly id: string }>`
    select created_at, id from ${sql.table(tables[kind].name)} where ${sql.join(conditions, sql` and `)}
    order by created_at ${direction}, id ${direction} limit 1 offset ${sliceRows - 1}`.execute(db)
  const [row] = rows
  return row && { createdAt: row.created_at, id: row.id }
}

/** Reads slice by slice until the page is full, so that a rare value does not block other requests of SQLite. */
async function scannedRows({
  db,
  capabilities,
  list,
}: {
  readonly db: Kysely<Tables>
  readonly capabilities: Capabilities
  readonly list: List
}): Promise<readonly EvaluationRow[]> {
  const { bounds } = list
  if (bounds === undefined) return []
  const rows: EvaluationRow[] = []
  let { after } = bounds
  for (;;) {
    const upTo = await endOfSlice(db, { ...list, bounds: { ...bounds, after } })
    const slice = { ...bounds, after, upTo, limit: bounds.limit - rows.length }
    rows.push(...(await listStatement(capabilities, { ...list, bounds: slice }).execute(db)).rows)
    if (upTo === undefined || rows.length === bounds.limit) return rows
    after = upTo
    await nextTurn()
  }
}

/** The records of a list, in order of creation. */
export async function listRecords(
  { db, capabilities }: { readonly db: Kysely<Tables>; readonly capabilities: Capabilities },
  list: List,
): Promise<readonly EvaluationRow[]> {
  return isScan(list)
    ? scannedRows({ db, capabilities, list })
    : (await listStatement(capabilities, list).execute(db)).rows
}
