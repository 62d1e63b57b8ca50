// All adapters in the order in which they write: each over those before it, the span's own `ag.*` over all of them.
// To add one: a file beside this one, its place in the list, and fixtures/<name>.json.
import type { SpanType } from '../canonical/words.ts'
import type { WriteTree } from '../canonical/write-tree.ts'
import { genAi } from './gen-ai.ts'
import { langfuse } from './langfuse.ts'
import { langsmith } from './langsmith.ts'
import { Mapper, type Adapter, type AdapterSpan } from './mapper.ts'
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

export interface Adapted {
  /** Names of the adapters that found something of theirs on the span. */
  readonly matched: readonly string[]
  readonly spanType?: SpanType
}

/** Runs every adapter over a span; what they map is written below `ag` into `tree`. */
export function adapt(span: AdapterSpan, tree: WriteTree): Adapted {
  const matched: string[] = []
  let spanType: SpanType | undefined
  for (const { name, prepare, rules, map } of adapters) {
    const mapper = new Mapper(span, tree)
    prepare?.(mapper)
    for (const rule of rules) mapper.apply(rule)
    map?.(mapper)
    if (mapper.matched) matched.push(name)
    spanType = mapper.spanType ?? spanType
  }
  return { matched, ...(spanType === undefined ? {} : { spanType }) }
}
