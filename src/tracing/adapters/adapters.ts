// All adapters in the order in which they write: each over those before it, the span's own `ag.*` over all of them.
// To add one: a file beside this one, its place in the list, and fixtures/<name>.json.
import type { SpanType } from '../canonical/words.ts'
import type { WriteTree } from '../canonical/write-tree.ts'
import { genAi } from './gen-ai.ts'
import { langfuse } from './langfuse.ts'
import { langsmith } from './langsmith.ts'
import { Mapper, type Adapter, type AdapterSpan, type Rule } from './mapper.ts'
import { mlflow } from './mlflow.ts'
import { openinference } from './openinference.ts'
import { openllmetry } from './openllmetry.ts'
import { vercelAi } from './vercel-ai.ts'

export const adapters: readonly Adapter[] = [
  langsmith,
  mlflow,
  langfuse,
  openllmetry,
  openinference,
  genAi,
  vercelAi,
]

/** Keys that a rule reads, up to the first dot. */
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

const eventHead = 'gen_ai'

function headsOn({ attributes, events }: AdapterSpan): ReadonlySet<string> {
  const heads = new Set(Object.keys(attributes).map(headOf))
  // Only the gen_ai conventions put what they say into events.
  if (events.some(({ name }) => headOf(name) === eventHead)) heads.add(eventHead)
  return heads
}

export interface Adapted {
  /** Names of the adapters that found something of theirs on the span. */
  readonly matched: readonly string[]
  readonly spanType?: SpanType
}

/** Runs every adapter over a span; what they map is written below `ag` into `tree`. */
export function adapt(span: AdapterSpan, tree: WriteTree): Adapted {
  const matched: string[] = []
  let spanType: SpanType | undefined
  const present = headsOn(span)
  for (const adapter of adapters) {
    if (headsOf.get(adapter)?.isDisjointFrom(present) === true) continue
    const { name, prepare, rules, map } = adapter
    const mapper = new Mapper(span, tree)
    prepare?.(mapper)
    for (const rule of rules) mapper.apply(rule)
    map?.(mapper)
    if (mapper.matched) matched.push(name)
    spanType = mapper.spanType ?? spanType
  }
  return { matched, ...(spanType === undefined ? {} : { spanType }) }
}
