// All adapters in the order in which they write. Each overwrites those before it, and the span's own `ag.*` overwrites
// all.
// To add one: a file next to this one, its position in the list, and fixtures/<name>.json.
import type { SpanType } from '../attributes/vocabularies.ts'
import type { WriteTree } from '../attributes/write-tree.ts'
import { memoize, memoizeLists } from '../../kernel/memoize.ts'
import { areCostsZero, includeCachedTokens } from './cached-tokens.ts'
import { canonicalMessages } from './gen-ai-messages.ts'
import { writeDocuments } from './documents.ts'
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
import { isList } from '../value.ts'

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
const firstNameOf = (key: string): string => {
  const dot = key.indexOf('.')
  return dot === -1 ? key : key.slice(0, dot)
}

const keysOf = (rule: Rule): readonly string[] => {
  if ('from' in rule) return rule.from
  return 'under' in rule ? [rule.under] : [rule.type]
}

/** The first names that each adapter reads. Most spans use one or two conventions, and only those adapters run. */
const firstNamesOf: ReadonlyMap<Adapter, ReadonlySet<string>> = new Map(
  adapters.map((adapter) => [
    adapter,
    new Set([...adapter.rules.flatMap(keysOf), ...(adapter.alsoReads ?? [])].map(firstNameOf)),
  ]),
)

/** Only the gen_ai conventions send content in events. */
const eventFirstName = 'gen_ai'

/** The adapters and rules that read a key, by their indexes. */
interface KeyReaders {
  /** Adapters that read keys with this first name. */
  readonly adapters: readonly number[]
  /** For each of these adapters, its rules that read the key. */
  readonly rules: readonly (readonly number[])[]
}

/** For most keys: no adapter reads a client's own names. */
const noReaders: KeyReaders = { adapters: [], rules: [] }

/** The adapters that read keys with a first name. */
const adaptersByFirstName: ReadonlyMap<string, readonly number[]> = new Map(
  [...firstNamesOf.values()]
    .flatMap((names) => [...names])
    .map((name) => [
      name,
      adapters.flatMap((adapter, adapterIndex) =>
        firstNamesOf.get(adapter)?.has(name) === true ? [adapterIndex] : [],
      ),
    ]),
)

const reads = (rule: Rule, key: string): boolean =>
  'under' in rule ? key.startsWith(rule.under) : keysOf(rule).includes(key)

function readersOf(key: string): KeyReaders {
  const matchingAdapters = adaptersByFirstName.get(firstNameOf(key))
  if (matchingAdapters === undefined) return noReaders
  return {
    adapters: matchingAdapters,
    rules: matchingAdapters.map(
      (index) =>
        adapters[index]?.rules.flatMap((rule, ruleIndex) => (reads(rule, key) ? [ruleIndex] : [])) ?? [],
    ),
  }
}

const readers = memoize(readersOf)

interface ActiveAdapter {
  readonly adapter: Adapter
  /** The rules whose source is present, in their order. */
  readonly rules: readonly Rule[]
}

/**
 * The adapters that run on a span with these keys. Spans of one program have the same keys, and testing every rule of
 * every adapter took most of the mapping time.
 */
const activeAdaptersFor = memoizeLists((keys): readonly ActiveAdapter[] => {
  const rulesByAdapter: (Set<number> | undefined)[] = adapters.map(() => undefined)
  for (const { adapters: matchingAdapters, rules } of keys.map(readers)) {
    for (const [i, adapterIndex] of matchingAdapters.entries()) {
      const adapterRules = (rulesByAdapter[adapterIndex] ??= new Set())
      for (const rule of rules[i] ?? []) adapterRules.add(rule)
    }
  }
  return adapters.flatMap((adapter, adapterIndex) => {
    const ruleIndexes = rulesByAdapter[adapterIndex]
    if (ruleIndexes === undefined) return []
    return [{ adapter, rules: adapter.rules.filter((_, index) => ruleIndexes.has(index)) }]
  })
})

function activeAdapters({ attributes, events }: AdapterSpan): readonly ActiveAdapter[] {
  const keys = Object.keys(attributes)
  return activeAdaptersFor(
    events.some(({ name }) => firstNameOf(name) === eventFirstName) ? [...keys, eventFirstName] : keys,
  )
}

export interface AdapterResult {
  /** Names of the adapters that found attributes of theirs on the span. */
  readonly matchedAdapters: readonly string[]
  readonly spanType?: SpanType
  /** Costs were sent, all of them 0. */
  readonly hasZeroCosts?: true
}

/** Runs the adapters on a span. They write their values below `ag` into `tree`. */
export function adapt(span: AdapterSpan, tree: WriteTree): AdapterResult {
  const matchedNames: string[] = []
  let spanType: SpanType | undefined
  let isDecided = false
  for (const { adapter, rules } of activeAdapters(span)) {
    const { name, prepare, map } = adapter
    const mapper = new Mapper(span, tree)
    prepare?.(mapper)
    for (const rule of rules) mapper.apply(rule)
    map?.(mapper)
    if (mapper.hasMatched) matchedNames.push(name)
    if (!isDecided) spanType = mapper.spanType ?? spanType
    isDecided ||= adapter.decidesType === true && mapper.spanType !== undefined
  }
  if (matchedNames.length === 0) return { matchedAdapters: matchedNames }
  normaliseMessages(tree)
  if (spanType === 'query') writeDocuments(tree)
  includeCachedTokens(tree, span.attributes)
  return {
    matchedAdapters: matchedNames,
    ...(spanType === undefined ? {} : { spanType }),
    ...(areCostsZero(tree) ? { hasZeroCosts: true } : {}),
  }
}

const messagePaths = [
  ['data', 'inputs', 'prompt'],
  ['data', 'outputs', 'completion'],
] as const

/** Converts messages of any adapter to the common form. */
function normaliseMessages(tree: WriteTree): void {
  for (const path of messagePaths) {
    const list = tree.read(path)
    if (isList(list)) tree.write(path, canonicalMessages(list))
  }
}
