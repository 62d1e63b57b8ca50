// Lists of simple traces: translates a query for flat records into conditions on their root spans.
import type { SpanPageQuery, SpanSql } from '../../storage/contract/contract.ts'
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import type { Condition, Filter } from '../filter/ast.ts'
import { compileFilter } from '../filter/compile/compile.ts'
import { boundsSql, rateSql } from '../filter/compile/compile-window.ts'
import { parsePath } from '../filter/path.ts'
import type { Window } from '../filter/windowing.ts'
import { origins, kinds, type SimpleLink, type SimpleClassification } from './record.ts'
import { ownMember } from '../../kernel/own.ts'

export interface SimpleQuery {
  readonly origin?: SimpleClassification['origin'] | undefined
  readonly kind?: SimpleClassification['kind'] | undefined
  readonly channel?: SimpleClassification['channel'] | undefined
  /** Only traces of this type. */
  readonly traceType?: 'annotation' | 'invocation' | undefined
  readonly tags?: JsonObject | undefined
  readonly meta?: JsonObject | undefined
  /** Every given key must match with all its members. */
  readonly references?: Readonly<Record<string, Json>> | undefined
  /** Traces that link to any of these spans. */
  readonly linksTo?: readonly Partial<SimpleLink>[] | undefined
  /** Traces with any of these ids. */
  readonly ownIds?: readonly { readonly traceId: string; readonly spanId?: string | undefined }[] | undefined
}

const allOf = (...filters: readonly Filter[]): Filter => ({ kind: 'group', operator: 'and', filters })
const either = (...filters: readonly Filter[]): Filter => ({ kind: 'group', operator: 'or', filters })

const fieldIs = (
  field: 'trace_id' | 'span_id' | 'parent_id' | 'trace_type',
  value: string | null,
): Condition => ({
  kind: 'is',
  subject: { kind: 'field', field },
  value,
  negated: false,
})

const attributeIs = (path: string, value: Json): Condition => ({
  kind: 'is',
  subject: { kind: 'attribute', path: parsePath(path) },
  value,
  negated: false,
})

const attributeIn = (path: string, values: readonly Json[], isNegated: boolean): Condition => ({
  kind: 'in',
  subject: { kind: 'attribute', path: parsePath(path) },
  values,
  all: false,
  negated: isNegated,
})

interface WordRule {
  readonly words: readonly string[]
  /** For each word, the flag that implies it if the span does not state a word. */
  readonly flags: Readonly<Record<string, string>>
  readonly otherwise: string
}

const rules = {
  origin: { words: origins, flags: { human: 'is_feedback' }, otherwise: 'custom' },
  kind: { words: kinds, flags: { eval: 'is_evaluation' }, otherwise: 'adhoc' },
} as const satisfies Record<string, WordRule>

/** Matches the stated word; without one, the flag that implies it; without both, the default word. */
function wordIs(name: string, { words, flags, otherwise }: WordRule, word: string): Filter {
  const flagKey = (flag: string): string => `ag.flags.${flag}`
  const isUnstated = attributeIn(flagKey(name), words, true)
  const ownFlag = ownMember(flags, word)
  const inferredFilter =
    ownFlag === undefined
      ? otherwise === word
        ? [
            allOf(
              isUnstated,
              ...Object.values(flags).map((flag): Filter => ({
                kind: 'not',
                filter: attributeIs(flagKey(flag), true),
              })),
            ),
          ]
        : []
      : [allOf(isUnstated, attributeIs(flagKey(ownFlag), true))]
  return either(attributeIs(flagKey(name), word), ...inferredFilter)
}

const channelWords = ['api', 'otlp', 'web', 'sdk'] as const

/**
 * The same for channels. Without a stated channel, the transport of the span decides, which filters cannot see:
 * `unstated` is the condition for such spans.
 */
function channelIs(word: SimpleClassification['channel']): {
  readonly statedFilter: Filter
  readonly unstatedFilter?: Filter
} {
  const noChannel = attributeIn('ag.flags.channel', channelWords, true)
  const sdk = attributeIs('ag.flags.is_sdk', true)
  const web = attributeIs('ag.flags.is_web', true)
  const not = (filter: Filter): Filter => ({ kind: 'not', filter })
  const isChannel = attributeIs('ag.flags.channel', word)
  if (word === 'sdk') return { statedFilter: either(isChannel, allOf(noChannel, sdk)) }
  if (word === 'web') return { statedFilter: either(isChannel, allOf(noChannel, web, not(sdk))) }
  return { statedFilter: isChannel, unstatedFilter: allOf(noChannel, not(sdk), not(web)) }
}

function filterOf(query: SimpleQuery): Filter {
  const { traceType, origin, kind, tags, meta, references, linksTo, ownIds } = query
  const filters: Filter[] = [fieldIs('parent_id', null)]
  if (traceType !== undefined) filters.push(fieldIs('trace_type', traceType))
  if (origin !== undefined) filters.push(wordIs('origin', rules.origin, origin))
  if (kind !== undefined) filters.push(wordIs('kind', rules.kind, kind))
  if (tags !== undefined) filters.push(contained('ag.tags', tags))
  if (meta !== undefined) filters.push(contained('ag.meta', meta))
  for (const [key, reference] of Object.entries(references ?? {})) {
    filters.push(
      records('references', [{ ...(isJsonObject(reference) ? reference : {}), attributes: { key } }]),
    )
  }
  if (linksTo !== undefined && linksTo.length > 0) filters.push(records('links', linksTo.map(linkElement)))
  if (ownIds !== undefined && ownIds.length > 0) {
    filters.push(
      either(
        ...ownIds.map(({ traceId, spanId }) =>
          allOf(fieldIs('trace_id', traceId), ...(spanId === undefined ? [] : [fieldIs('span_id', spanId)])),
        ),
      ),
    )
  }
  return allOf(...filters)
}

/** An empty object restricts nothing. */
const contained = (path: string, expected: JsonObject): Filter =>
  Object.keys(expected).length === 0 ? allOf() : attributeIs(path, expected)

const linkElement = ({ traceId, spanId, attributes }: Partial<SimpleLink>): JsonObject => ({
  ...(traceId === undefined ? {} : { trace_id: traceId }),
  ...(spanId === undefined ? {} : { span_id: spanId }),
  ...(attributes === undefined ? {} : { attributes: attributes as JsonObject }),
})

const records = (field: 'references' | 'links', elements: readonly JsonObject[]): Condition => ({
  kind: 'records_in',
  field,
  elements,
  all: false,
  negated: false,
})

/** No condition involves other spans. */
const source = 'spans'

/** The SQL condition of a query for the span store. */
export function simpleWhere(query: SimpleQuery): SpanSql {
  const { sql, params } = compileFilter(filterOf(query), { source })
  const { channel } = query
  if (channel === undefined) return { sql, params }
  const { statedFilter, unstatedFilter } = channelIs(channel)
  const statedSql = compileFilter(statedFilter, { source, prefix: 'c' })
  const unstatedSql = unstatedFilter && compileFilter(unstatedFilter, { source, prefix: 'd' })
  const transport = channel === 'otlp' ? "form = 'otlp'" : "form != 'otlp'"
  const test =
    unstatedSql === undefined ? statedSql.sql : `(${statedSql.sql} OR (${transport} AND ${unstatedSql.sql}))`
  return { sql: `${sql} AND ${test}`, params: { ...params, ...statedSql.params, ...unstatedSql?.params } }
}

export function simplePage(query: SimpleQuery, window: Window): SpanPageQuery {
  const where = simpleWhere(query)
  const rate = window.rate === undefined ? undefined : rateSql(window.rate)
  return {
    where:
      rate === undefined
        ? where
        : { sql: `${where.sql} AND ${rate.sql}`, params: { ...where.params, ...rate.params } },
    bounds: boundsSql(window, { time: 'start_time', id: 'span_id' }),
    order: window.order,
    limit: window.limit,
  }
}
