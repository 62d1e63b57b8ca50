// All adapters in the order in which they write: each over those before it, the span's own `ag.*` over all of them.
// To add one: a file beside this one, its place in the list, and fixtures/<name>.json.
import type { SpanType } from '../attributes/vocabularies.ts'
import type { WriteTree } from '../attributes/write-tree.ts'
import { memoize, memoizeLists } from '../../kernel/memoize.ts'
import { costsAreZero, includeCachedTokens } from './cached-tokens.ts'
import { canonicalMessages } from './gen-ai-messages.ts'
import { tellDocuments } from './documents.ts'
import { genAi } from './gen-ai.ts'
import { langfuse } from './langfuse.ts'
import { langsmith } from './langsmith.ts'
import { mastra } from './mastra.ts'
import { Mapper, type Adapter, type AdapterSpan, type Rule } from './mapper.ts'
import { mlflow } from './mlflow.ts'
import { openinference } from './openinference.ts'
import { openllmetry } from './openllmetry.ts'
import { springAi } from './spring-ai.ts'
import { vercelAi } from './vercel-ai.ts'
import type { Value } from '../value.ts'

export const adapters: readonly Adapter[] = [
  langsmith,
  mlflow,
  langfuse,
  mastra,
  springAi,
  openllmetry,
  openinference,
  genAi,
  vercelAi,
]

/** The first name of a key, up to its first dot. */
const headOf = (key: string): string => {
  const dot = key.indexOf('.')
  return dot === -1 ? key : key.slice(0, dot)
}

const keysOf = (rule: Rule): readonly string[] => {
  if ('from' in rule) return rule.from
  return 'under' in rule ? [rule.under] : [rule.type]
}

/** The first names each adapter reads. Most spans speak one or two conventions, and only those adapters are tried. */
const headsOf: ReadonlyMap<Adapter, ReadonlySet<string>> = new Map(
  adapters.map((adapter) => [
    adapter,
    new Set([...adapter.rules.flatMap(keysOf), ...(adapter.alsoReads ?? [])].map(headOf)),
  ]),
)

/** Only the gen_ai conventions put what they say into events. */
const eventHead = 'gen_ai'

/** What a key of an attribute means to the adapters, by their places in the list. */
interface KeyMeaning {
  /** Adapters that read keys of this first name. */
  readonly adapters: readonly number[]
  /** For each of these adapters its rules that read the key. */
  readonly rules: readonly (readonly number[])[]
}

/** Of most keys: a client's own names say nothing to any adapter. */
const nothing: KeyMeaning = { adapters: [], rules: [] }

/** The adapters that read keys of a first name. */
const adaptersOfHead: ReadonlyMap<string, readonly number[]> = new Map(
  [...headsOf.values()]
    .flatMap((heads) => [...heads])
    .map((head) => [
      head,
      adapters.flatMap((adapter, at) => (headsOf.get(adapter)?.has(head) === true ? [at] : [])),
    ]),
)

const reads = (rule: Rule, key: string): boolean =>
  'under' in rule ? key.startsWith(rule.under) : keysOf(rule).includes(key)

function meaningOf(key: string): KeyMeaning {
  const asked = adaptersOfHead.get(headOf(key))
  if (asked === undefined) return nothing
  return {
    adapters: asked,
    rules: asked.map(
      (at) => adapters[at]?.rules.flatMap((rule, place) => (reads(rule, key) ? [place] : [])) ?? [],
    ),
  }
}

const meanings = memoize(meaningOf)

interface InPlay {
  readonly adapter: Adapter
  /** Those with something to read, in their order. */
  readonly rules: readonly Rule[]
}

/**
 * The adapters that have to be asked about a span with these keys. Spans of one program have the same keys, and asking
 * every rule of every adapter took most of the time of mapping.
 */
const inPlayFor = memoizeLists((keys): readonly InPlay[] => {
  const wanted: (Set<number> | undefined)[] = adapters.map(() => undefined)
  for (const { adapters: asked, rules } of keys.map(meanings)) {
    for (const [i, at] of asked.entries()) {
      const ofAdapter = (wanted[at] ??= new Set())
      for (const rule of rules[i] ?? []) ofAdapter.add(rule)
    }
  }
  return adapters.flatMap((adapter, at) => {
    const places = wanted[at]
    if (places === undefined) return []
    return [{ adapter, rules: adapter.rules.filter((_, place) => places.has(place)) }]
  })
})

function rulesInPlay({ attributes, events }: AdapterSpan): readonly InPlay[] {
  const keys = Object.keys(attributes)
  return inPlayFor(events.some(({ name }) => headOf(name) === eventHead) ? [...keys, eventHead] : keys)
}

export interface Adapted {
  /** Names of the adapters that found something of theirs on the span. */
  readonly matched: readonly string[]
  readonly spanType?: SpanType
  /** Costs were sent, all of them 0. */
  readonly costsAreZero?: true
}

/** Runs the adapters over a span; what they map is written below `ag` into `tree`. */
export function adapt(span: AdapterSpan, tree: WriteTree): Adapted {
  const matched: string[] = []
  let spanType: SpanType | undefined
  let isDecided = false
  for (const { adapter, rules } of rulesInPlay(span)) {
    const { name, prepare, map } = adapter
    const mapper = new Mapper(span, tree)
    prepare?.(mapper)
    for (const rule of rules) mapper.apply(rule)
    map?.(mapper)
    if (mapper.matched) matched.push(name)
    if (!isDecided) spanType = mapper.spanType ?? spanType
    isDecided ||= adapter.decidesType === true && mapper.spanType !== undefined
  }
  if (matched.length === 0) return { matched }
  normaliseMessages(tree)
  if (spanType === 'query') tellDocuments(tree)
  includeCachedTokens(tree, span.attributes)
  return {
    matched,
    ...(spanType === undefined ? {} : { spanType }),
    ...(costsAreZero(tree) ? { costsAreZero: true } : {}),
  }
}

const messagePlaces = [
  ['data', 'inputs', 'prompt'],
  ['data', 'outputs', 'completion'],
] as const

/** Whichever adapter wrote them, messages have one form. */
function normaliseMessages(tree: WriteTree): void {
  for (const place of messagePlaces) {
    const list = tree.read(place)
    if (Array.isArray(list)) tree.write(place, canonicalMessages(list as readonly Value[]))
  }
}
