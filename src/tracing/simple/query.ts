// Lists of simple traces: what is asked of the flat record, as conditions on the root span that stands for it.
import type { SpanPageQuery, SpanSql } from '../../storage/contract/contract.ts'
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import type { Condition, Filter } from '../filter/ast.ts'
import { compileFilter } from '../filter/compile/compile.ts'
import { boundsSql, rateSql } from '../filter/compile/compile-window.ts'
import { parsePath } from '../filter/path.ts'
import type { Window } from '../filter/windowing.ts'
import { origins, kinds, type SimpleLink, type SimpleWords } from './record.ts'
import { ownMember } from '../../kernel/own.ts'

export interface SimpleQuery {
  readonly origin?: SimpleWords['origin'] | undefined
  readonly kind?: SimpleWords['kind'] | undefined
  readonly channel?: SimpleWords['channel'] | undefined
  /** Only traces of this type. */
  readonly traceType?: 'annotation' | 'invocation' | undefined
  readonly tags?: JsonObject | undefined
  readonly meta?: JsonObject | undefined
  /** Every key given must match with all its members. */
  readonly references?: Readonly<Record<string, Json>> | undefined
  /** Traces that link to any of these spans. */
  readonly linksTo?: readonly Partial<SimpleLink>[] | undefined
  /** Traces with any of these ids of their own. */
  readonly own?: readonly { readonly traceId: string; readonly spanId?: string | undefined }[] | undefined
}

const both = (...filters: readonly Filter[]): Filter => ({ kind: 'group', operator: 'and', filters })
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

const attributeIn = (path: string, values: readonly Json[], negated: boolean): Condition => ({
  kind: 'in',
  subject: { kind: 'attribute', path: parsePath(path) },
  values,
  all: false,
  negated,
})

interface WordRule {
  readonly words: readonly string[]
  /** The flag that says this word where the word itself is not there. */
  readonly flags: Readonly<Record<string, string>>
  readonly otherwise: string
}

const rules = {
  origin: { words: origins, flags: { human: 'is_feedback' }, otherwise: 'custom' },
  kind: { words: kinds, flags: { eval: 'is_evaluation' }, otherwise: 'adhoc' },
} as const satisfies Record<string, WordRule>

/** The word itself; where there is none, its flag; where there is none of these, the word that stands for nothing said. */
function wordIs(name: string, { words, flags, otherwise }: WordRule, word: string): Filter {
  const at = (flag: string): string => `ag.flags.${flag}`
  const unsaid = attributeIn(at(name), words, true)
  const ownFlag = ownMember(flags, word)
  const inferred =
    ownFlag === undefined
      ? otherwise === word
        ? [
            both(
              unsaid,
              ...Object.values(flags).map((flag): Filter => ({
                kind: 'not',
                filter: attributeIs(at(flag), true),
              })),
            ),
          ]
        : []
      : [both(unsaid, attributeIs(at(ownFlag), true))]
  return either(attributeIs(at(name), word), ...inferred)
}

const channelWords = ['api', 'otlp', 'web', 'sdk'] as const

/** The same for channels. That of a span that says nothing is the way by which it came, which filters do not see. */
function channelIs(word: SimpleWords['channel']): { readonly said: Filter; readonly unsaid?: Filter } {
  const none = attributeIn('ag.flags.channel', channelWords, true)
  const sdk = attributeIs('ag.flags.is_sdk', true)
  const web = attributeIs('ag.flags.is_web', true)
  const not = (filter: Filter): Filter => ({ kind: 'not', filter })
  const said = attributeIs('ag.flags.channel', word)
  if (word === 'sdk') return { said: either(said, both(none, sdk)) }
  if (word === 'web') return { said: either(said, both(none, web, not(sdk))) }
  return { said, unsaid: both(none, not(sdk), not(web)) }
}

function filterOf(query: SimpleQuery): Filter {
  const { traceType, origin, kind, tags, meta, references, linksTo, own } = query
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
  if (own !== undefined && own.length > 0) {
    filters.push(
      either(
        ...own.map(({ traceId, spanId }) =>
          both(fieldIs('trace_id', traceId), ...(spanId === undefined ? [] : [fieldIs('span_id', spanId)])),
        ),
      ),
    )
  }
  return both(...filters)
}

/** An empty object restricts nothing. */
const contained = (path: string, wanted: JsonObject): Filter =>
  Object.keys(wanted).length === 0 ? both() : attributeIs(path, wanted)

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

/** No condition looks at other spans. */
const source = 'spans'

/** The condition of a query, in the words of the span store. */
export function simpleWhere(query: SimpleQuery): SpanSql {
  const { sql, params } = compileFilter(filterOf(query), { source })
  const { channel } = query
  if (channel === undefined) return { sql, params }
  const { said, unsaid } = channelIs(channel)
  const spoken = compileFilter(said, { source, prefix: 'c' })
  const silent = unsaid && compileFilter(unsaid, { source, prefix: 'd' })
  const came = channel === 'otlp' ? "form = 'otlp'" : "form != 'otlp'"
  const test = silent === undefined ? spoken.sql : `(${spoken.sql} OR (${came} AND ${silent.sql}))`
  return { sql: `${sql} AND ${test}`, params: { ...params, ...spoken.params, ...silent?.params } }
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
