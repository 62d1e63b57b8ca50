// Conditions that reads share: lookup keys, and filters of lists.
import { sql, type ExpressionBuilder, type ExpressionWrapper, type RawBuilder, type SqlBool } from 'kysely'
import type { Family, ListBounds, ListFilter, RecordKey, RefMatch } from '../contract/contract.ts'
import type { Capabilities, Tables } from './schema.ts'

interface Aliased {
  a: Tables['artifacts']
  v: Tables['variants']
  r: Tables['revisions']
}
export type Alias = 'a' | 'v' | 'r'
export type Where = ExpressionBuilder<Aliased, Alias>
type Condition = ExpressionWrapper<Aliased, Alias, SqlBool>

interface Building {
  readonly eb: Where
  readonly capabilities: Capabilities
}

/**
 * Whether a column can contain the text: PostgreSQL refuses NUL even in a comparison, so such text is never
 * queried.
 */
export const storable = (text: string | undefined): boolean => text === undefined || !text.includes('\u0000')

/** The largest value of an integer column. No version is above it. */
export const versionMax = 2 ** 31 - 1

export const byKey = (alias: Alias, projectId: string, family: Family, key: RecordKey) => (eb: Where) =>
  eb.and([
    eb(`${alias}.project_id`, '=', projectId),
    eb(`${alias}.family`, '=', family),
    ...(key.id === undefined ? [] : [eb(`${alias}.id`, '=', key.id)]),
    ...(key.slug === undefined ? [] : [eb(`${alias}.slug`, '=', key.slug)]),
  ])

/** Shorter lists are written out, so that the planner sees their length; longer ones are one parameter. */
const writtenOutMax = 100

/**
 * The right side of `in`. SQLite binds at most 32,766 parameters, the text grows with each of them, and lists
 * may be as long as the results of a run or the ids that a client sends.
 */
export const listed = ({ given }: Capabilities, values: readonly (string | number)[]): RawBuilder<unknown> =>
  values.length > writtenOutMax
    ? given([values])
    : values.length === 0
      ? sql`(null)`
      : sql`(${sql.join(values)})`

const members = ['id', 'slug', 'version'] as const
type Member = (typeof members)[number]

const givenMembers = (match: RefMatch, of: Alias): readonly Member[] =>
  members.filter((member) => match[member] !== undefined && (member !== 'version' || of === 'r'))

const canMatch = ({ id, slug, version }: RefMatch): boolean =>
  storable(id) && storable(slug) && (version ?? 0) <= versionMax

/** One list of values for the references with the same members. */
function oneOf(
  capabilities: Capabilities,
  of: Alias,
  columns: readonly Member[],
  matches: readonly RefMatch[],
) {
  const names = columns.map((column) => sql.ref(`${of}.${column}`))
  if (matches.length > writtenOutMax) {
    const values = columns.map((column) => matches.map((match) => match[column] ?? ''))
    return sql<SqlBool>`(${sql.join(names)}) in ${capabilities.given(values)}`
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
  readonly of: Alias
  readonly matches: readonly RefMatch[]
}

/** An empty list of references, or one with an empty reference, restricts nothing. */
function restricting(of: Alias, matches: readonly RefMatch[] = []): readonly Level[] {
  const restricts = matches.length > 0 && matches.every((match) => givenMembers(match, of).length > 0)
  return restricts ? [{ of, matches }] : []
}

/**
 * Elements are alternatives. They are compared as lists of values, one list per set of members: a thousand
 * elements joined by OR would exceed SQLite's depth limit.
 */
function refsCondition({ eb, capabilities }: Building, { of, matches }: Level): Condition {
  const shapes = Map.groupBy(matches.filter(canMatch), (match) => givenMembers(match, of).join())
  return eb.or(
    [...shapes].map(([shape, same]) => oneOf(capabilities, of, shape.split(',') as Member[], same)),
  )
}

interface Place {
  readonly of: Alias
  readonly projectId: string
  readonly family: Family
}

const within = ({ eb }: Building, { of, projectId, family }: Place): readonly Condition[] => [
  eb(`${of}.project_id`, '=', projectId),
  eb(`${of}.family`, '=', family),
]

/** Compares without an index. */
const alsoWithin = ({ eb }: Building, { of, projectId, family }: Place): readonly Condition[] => [
  eb(sql<string>`${sql.ref(`${of}.project_id`)} || ''`, '=', projectId),
  eb(sql<string>`${sql.ref(`${of}.family`)} || ''`, '=', family),
]

/**
 * Conditions for the records of a project and family, or of the referenced records. References have their own indexes;
 * SQLite would prefer the index of the project, and read all its records until a page is full.
 */
function placeConditions(
  building: Building,
  { place, levels }: { readonly place: Place; readonly levels: readonly Level[] },
): readonly Condition[] {
  if (levels.length === 0) return within(building, place)
  const bySlug = levels.filter(({ matches }) => matches.some(({ id }) => id === undefined))
  return [
    ...alsoWithin(building, place),
    ...bySlug.flatMap(({ of }) => within(building, { ...place, of })),
    ...levels.map((level) => refsCondition(building, level)),
  ]
}

/** An empty list restricts nothing; a list with only impossible values matches nothing. */
function among(
  { eb, capabilities }: Building,
  column: 'a.slug' | 'v.slug' | 'r.slug' | 'r.author' | 'r.date',
  values: readonly string[] = [],
): Condition[] {
  if (values.length === 0) return []
  const storableValues = values.filter(storable)
  if (storableValues.length === 0) return [eb.or([])]
  return [eb.and([sql<SqlBool>`${sql.ref(column)} in ${listed(capabilities, storableValues)}`])]
}

/**
 * The time that orders a list. Each slug or reference of a listed record matches at most one record, so the matches are
 * read first and then sorted: the added text keeps SQLite from reading the project by time until a page is full.
 */
export function orderTime(alias: Alias, { slugs = [], artifactRefs, variantRefs, revisionRefs }: ListFilter) {
  const refs = { a: artifactRefs, v: variantRefs, r: revisionRefs }[alias]
  const isSorted = slugs.length > 0 || restricting(alias, refs).length > 0
  const time = sql.ref<string>(`${alias}.created_at`)
  return isSorted ? sql<string>`${time} || ''` : time
}

/** The conditions of a list whose records have the alias `alias`; the aliases above it are joined. */
export function listCondition(
  capabilities: Capabilities,
  of: { readonly projectId: string; readonly alias: Alias },
  filter: ListFilter,
  bounds: ListBounds,
) {
  const { projectId, alias } = of
  return (eb: Where): Condition => {
    const building = { eb, capabilities }
    const aliases: readonly Alias[] = alias === 'a' ? ['a'] : alias === 'v' ? ['v', 'a'] : ['r', 'v', 'a']
    const levels = [
      ...restricting('a', filter.artifactRefs),
      ...(alias === 'a' ? [] : restricting('v', filter.variantRefs)),
      ...(alias === 'r' ? restricting('r', filter.revisionRefs) : []),
    ]
    const conditions: Condition[] = [
      ...placeConditions(building, { place: { of: alias, projectId, family: filter.family }, levels }),
      ...among(building, `${alias}.slug`, filter.slugs),
      ...(alias === 'r' ? among(building, 'r.author', filter.authors) : []),
      ...(alias === 'r' ? among(building, 'r.date', filter.dates) : []),
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
      const past = bounds.order === 'ascending' ? '>' : '<'
      conditions.push(
        eb(
          eb.refTuple(`${alias}.created_at`, `${alias}.id`),
          past,
          eb.tuple(bounds.after.createdAt, bounds.after.id),
        ),
      )
    }
    return eb.and(conditions)
  }
}
