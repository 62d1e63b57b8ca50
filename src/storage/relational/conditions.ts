// Conditions that reads share: lookup keys, and filters of lists.
import { sql, type ExpressionBuilder, type ExpressionWrapper, type RawBuilder, type SqlBool } from 'kysely'
import type { Family, ListBounds, ListFilter, RecordKey, RefMatch } from '../contract/contract.ts'
import type { Capabilities, Tables } from './schema.ts'

interface AliasedTables {
  a: Tables['artifacts']
  v: Tables['variants']
  r: Tables['revisions']
}
export type Alias = 'a' | 'v' | 'r'
export type Where = ExpressionBuilder<AliasedTables, Alias>
type Condition = ExpressionWrapper<AliasedTables, Alias, SqlBool>

interface ConditionContext {
  readonly eb: Where
  readonly capabilities: Capabilities
}

/**
 * Whether a column can contain the text: PostgreSQL refuses NUL even in a comparison, so such text is never
 * queried.
 */
export const isStorable = (text: string | undefined): boolean =>
  text === undefined || !text.includes('\u0000')

/** The largest value of an integer column. No version is above it. */
export const versionMax = 2 ** 31 - 1

export const byKey = (alias: Alias, projectId: string, family: Family, key: RecordKey) => (eb: Where) =>
  eb.and([
    eb(`${alias}.project_id`, '=', projectId),
    eb(`${alias}.family`, '=', family),
    ...(key.id === undefined ? [] : [eb(`${alias}.id`, '=', key.id)]),
    ...(key.slug === undefined ? [] : [eb(`${alias}.slug`, '=', key.slug)]),
  ])

/** Lists up to this length are in the text of the statement, where the planner sees it; longer ones are one parameter. */
const inlineValuesMax = 100

/**
 * The right side of `in`. SQLite binds at most 32,766 parameters, the text grows with each of them, and lists
 * may be as long as the results of a run or the ids that a client sends.
 */
export const valueList = (
  { valuesTable }: Capabilities,
  values: readonly (string | number)[],
): RawBuilder<unknown> =>
  values.length > inlineValuesMax
    ? valuesTable([values])
    : values.length === 0
      ? sql`(null)`
      : sql`(${sql.join(values)})`

const members = ['id', 'slug', 'version'] as const
type Member = (typeof members)[number]

const membersOf = (match: RefMatch, alias: Alias): readonly Member[] =>
  members.filter((member) => match[member] !== undefined && (member !== 'version' || alias === 'r'))

const canMatch = ({ id, slug, version }: RefMatch): boolean =>
  isStorable(id) && isStorable(slug) && (version ?? 0) <= versionMax

/** One list of values for the references with the same members. */
function matchesOneOf(
  capabilities: Capabilities,
  alias: Alias,
  columns: readonly Member[],
  matches: readonly RefMatch[],
) {
  const names = columns.map((column) => sql.ref(`${alias}.${column}`))
  if (matches.length > inlineValuesMax) {
    const values = columns.map((column) => matches.map((match) => match[column] ?? ''))
    return sql<SqlBool>`(${sql.join(names)}) in ${capabilities.valuesTable(values)}`
  }
  const [match, ...otherMatches] = matches
  // SQLite takes the order of a list from an index only below an equality.
  if (match !== undefined && otherMatches.length === 0) {
    const equalities = columns.map((column, i) => sql`${names[i]} = ${match[column]}`)
    return sql<SqlBool>`(${sql.join(equalities, sql` and `)})`
  }
  // The cast gives PostgreSQL the type, which it does not infer inside VALUES.
  const value = (match: RefMatch, column: Member) =>
    column === 'version' ? sql`cast(${match.version} as integer)` : sql`${match[column]}`
  const rows = matches.map((match) => sql`(${sql.join(columns.map((column) => value(match, column)))})`)
  return sql<SqlBool>`(${sql.join(names)}) in (values ${sql.join(rows)})`
}

/** References to the records of one level that restrict a list. */
interface Level {
  readonly alias: Alias
  readonly matches: readonly RefMatch[]
}

/** An empty list of references, or one with an empty reference, restricts nothing. */
function restrictingLevels(alias: Alias, matches: readonly RefMatch[] = []): readonly Level[] {
  const restricts = matches.length > 0 && matches.every((match) => membersOf(match, alias).length > 0)
  return restricts ? [{ alias, matches }] : []
}

/**
 * Elements are alternatives. They are compared as lists of values, one list per set of members: a thousand
 * elements joined by OR would exceed SQLite's depth limit.
 */
function refsCondition({ eb, capabilities }: ConditionContext, { alias, matches }: Level): Condition {
  const shapes = Map.groupBy(matches.filter(canMatch), (match) => membersOf(match, alias).join())
  return eb.or(
    [...shapes].map(([shape, shapeMatches]) =>
      matchesOneOf(capabilities, alias, shape.split(',') as Member[], shapeMatches),
    ),
  )
}

interface RecordScope {
  readonly alias: Alias
  readonly projectId: string
  readonly family: Family
}

const inProjectAndFamily = (
  { eb }: ConditionContext,
  { alias, projectId, family }: RecordScope,
): readonly Condition[] => [eb(`${alias}.project_id`, '=', projectId), eb(`${alias}.family`, '=', family)]

/** The same condition for records whose index must not be used: SQLite cannot use an index for an expression. */
const inProjectAndFamilyUnindexed = (
  { eb }: ConditionContext,
  { alias, projectId, family }: RecordScope,
): readonly Condition[] => [
  eb(sql<string>`${sql.ref(`${alias}.project_id`)} || ''`, '=', projectId),
  eb(sql<string>`${sql.ref(`${alias}.family`)} || ''`, '=', family),
]

/**
 * Conditions for the records of a project and family, or of the referenced records. References have their own indexes;
 * SQLite would prefer the index of the project, and read all its records until a page is full.
 */
function recordConditions(
  context: ConditionContext,
  { scope, levels }: { readonly scope: RecordScope; readonly levels: readonly Level[] },
): readonly Condition[] {
  if (levels.length === 0) return inProjectAndFamily(context, scope)
  const bySlug = levels.filter(({ matches }) => matches.some(({ id }) => id === undefined))
  return [
    ...inProjectAndFamilyUnindexed(context, scope),
    ...bySlug.flatMap(({ alias }) => inProjectAndFamily(context, { ...scope, alias })),
    ...levels.map((level) => refsCondition(context, level)),
  ]
}

/** An empty list restricts nothing; a list with only impossible values matches nothing. */
function isOneOf(
  { eb, capabilities }: ConditionContext,
  column: 'a.slug' | 'v.slug' | 'r.slug' | 'r.author' | 'r.date',
  values: readonly string[] = [],
): Condition[] {
  if (values.length === 0) return []
  const storableValues = values.filter(isStorable)
  if (storableValues.length === 0) return [eb.or([])]
  return [eb.and([sql<SqlBool>`${sql.ref(column)} in ${valueList(capabilities, storableValues)}`])]
}

/**
 * The time that orders a list. Each slug or reference of a listed record matches at most one record, so the matches are
 * read first and then sorted: the added text keeps SQLite from reading the project by time until a page is full.
 */
export function orderTime(alias: Alias, { slugs = [], artifactRefs, variantRefs, revisionRefs }: ListFilter) {
  const refs = { a: artifactRefs, v: variantRefs, r: revisionRefs }[alias]
  const isSorted = slugs.length > 0 || restrictingLevels(alias, refs).length > 0
  const time = sql.ref<string>(`${alias}.created_at`)
  return isSorted ? sql<string>`${time} || ''` : time
}

/** The conditions of a list whose records have the alias `alias`; the aliases above it are joined. */
export function listCondition(
  capabilities: Capabilities,
  list: { readonly projectId: string; readonly alias: Alias },
  filter: ListFilter,
  bounds: ListBounds,
) {
  const { projectId, alias } = list
  return (eb: Where): Condition => {
    const context = { eb, capabilities }
    const aliases: readonly Alias[] = alias === 'a' ? ['a'] : alias === 'v' ? ['v', 'a'] : ['r', 'v', 'a']
    const levels = [
      ...restrictingLevels('a', filter.artifactRefs),
      ...(alias === 'a' ? [] : restrictingLevels('v', filter.variantRefs)),
      ...(alias === 'r' ? restrictingLevels('r', filter.revisionRefs) : []),
    ]
    const conditions: Condition[] = [
      ...recordConditions(context, { scope: { alias, projectId, family: filter.family }, levels }),
      ...isOneOf(context, `${alias}.slug`, filter.slugs),
      ...(alias === 'r' ? isOneOf(context, 'r.author', filter.authors) : []),
      ...(alias === 'r' ? isOneOf(context, 'r.date', filter.dates) : []),
    ]
    if (filter.roleMask !== undefined) {
      // Written as in the indexes of artifacts by role.
      const mask = sql.lit(filter.roleMask)
      conditions.push(eb.and([sql<SqlBool>`${sql.ref('a.roles')} & ${mask} <> 0`]))
    }
    if (!filter.includeArchived)
      for (const level of aliases) conditions.push(eb(`${level}.deleted_at`, 'is', null))
    if (bounds.from !== undefined)
      conditions.push(eb(`${alias}.created_at`, bounds.from.inclusive ? '>=' : '>', bounds.from.time))
    if (bounds.to !== undefined)
      conditions.push(eb(`${alias}.created_at`, bounds.to.inclusive ? '<=' : '<', bounds.to.time))
    if (bounds.after !== undefined) {
      // Keyset pagination over (created_at, id): the index serves it, and new records never shift a page.
      const operator = bounds.order === 'ascending' ? '>' : '<'
      conditions.push(
        eb(
          eb.refTuple(`${alias}.created_at`, `${alias}.id`),
          operator,
          eb.tuple(bounds.after.createdAt, bounds.after.id),
        ),
      )
    }
    return eb.and(conditions)
  }
}
