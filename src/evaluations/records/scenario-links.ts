// The links of scenarios: which traces their steps left or were about, made from their results when they are shown.
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationResult, EvaluationScenario } from '../../storage/contract/contract.ts'
import { rootPlaces } from '../../programs/execution/stored-traces.ts'
import type { EvaluationEngine } from './engine.ts'

/** So many scenarios are looked at together. */
const scenariosAtOnce = 1_000

type LinkedResult = EvaluationResult & { readonly traceId: string }

const isLinked = (result: EvaluationResult): result is LinkedResult => result.traceId !== undefined

/** The links of one scenario by step; of several repeats they are a list in the order of those. */
function linksOf(results: readonly LinkedResult[], spanIds: ReadonlyMap<string, string>): JsonObject {
  const link = ({ traceId }: LinkedResult): JsonObject => {
    const spanId = spanIds.get(traceId)
    // A client may tell of a trace before it is stored.
    return { trace_id: traceId, ...(spanId === undefined ? {} : { span_id: spanId }) }
  }
  const byStep = Map.groupBy(results, ({ stepKey }) => stepKey)
  return Object.fromEntries(
    [...byStep].map(([stepKey, all]) => {
      const ordered = all.toSorted((a, b) => a.repeatIdx - b.repeatIdx)
      const [first] = ordered
      const isRepeated = ordered.some(({ repeatIdx }) => repeatIdx > 0)
      return [stepKey, first === undefined || isRepeated ? ordered.map(link) : link(first)]
    }),
  )
}

async function linksOfSome(
  engine: EvaluationEngine,
  { store, projectId }: Scope,
  scenarios: readonly EvaluationScenario[],
): Promise<readonly (readonly [string, JsonObject])[]> {
  const found = await store.read.evaluationRecords('result', projectId, {
    runIds: [...new Set(scenarios.map(({ runId }) => runId))],
    scenarioIds: scenarios.map(({ id }) => id),
  })
  const results = found.filter(isLinked)
  const spanIds = new Map<string, string>()
  const traceIds = results.map(({ traceId }) => traceId)
  for await (const places of rootPlaces(engine.spans, projectId, traceIds)) {
    for (const { trace_id, span_id } of places) spanIds.set(trace_id, span_id)
  }
  const byScenario = Map.groupBy(results, ({ scenarioId }) => scenarioId)
  return [...byScenario].map(([id, own]) => [id, linksOf(own, spanIds)])
}

/** By scenario; one without traces has none. */
export async function scenarioLinks(
  engine: EvaluationEngine,
  scope: Scope,
  scenarios: readonly EvaluationScenario[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const links = new Map<string, JsonObject>()
  for (let start = 0; start < scenarios.length; start += scenariosAtOnce) {
    const some = await linksOfSome(engine, scope, scenarios.slice(start, start + scenariosAtOnce))
    for (const [id, own] of some) links.set(id, own)
  }
  return links
}
