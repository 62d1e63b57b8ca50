// The links of scenarios to the traces of their steps, computed from their results on read.
import { chunks } from '../../kernel/chunks.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { EvaluationResult, EvaluationScenario } from '../../storage/contract/contract.ts'
import { rootPositions } from '../../programs/execution/stored-traces.ts'
import type { OperationContext } from './engine.ts'

const scenariosPerQuery = 1_000

type LinkedResult = EvaluationResult & { readonly traceId: string }

const isLinked = (result: EvaluationResult): result is LinkedResult => result.traceId !== undefined

/** The links of one scenario by step; with several repeats, a list in their order. */
function linksOf(results: readonly LinkedResult[], spanIds: ReadonlyMap<string, string>): JsonObject {
  const link = ({ traceId }: LinkedResult): JsonObject => {
    const spanId = spanIds.get(traceId)
    // A client may reference a trace before it is stored.
    return { trace_id: traceId, ...(spanId === undefined ? {} : { span_id: spanId }) }
  }
  const byStep = Map.groupBy(results, ({ stepKey }) => stepKey)
  return Object.fromEntries(
    [...byStep].map(([stepKey, stepResults]) => {
      const orderedResults = stepResults.toSorted((a, b) => a.repeatIdx - b.repeatIdx)
      const [first] = orderedResults
      const isRepeated = orderedResults.some(({ repeatIdx }) => repeatIdx > 0)
      return [stepKey, first === undefined || isRepeated ? orderedResults.map(link) : link(first)]
    }),
  )
}

async function linksOfChunk(
  { engine, scope: { store, projectId } }: OperationContext,
  scenarios: readonly EvaluationScenario[],
): Promise<readonly (readonly [string, JsonObject])[]> {
  const storedResults = await store.read.evaluationRecords('result', projectId, {
    runIds: [...new Set(scenarios.map(({ runId }) => runId))],
    scenarioIds: scenarios.map(({ id }) => id),
  })
  const results = storedResults.filter(isLinked)
  const spanIds = new Map<string, string>()
  const traceIds = results.map(({ traceId }) => traceId)
  for await (const roots of rootPositions(engine.spans, { projectId, traceIds })) {
    for (const { trace_id, span_id } of roots) spanIds.set(trace_id, span_id)
  }
  const byScenario = Map.groupBy(results, ({ scenarioId }) => scenarioId)
  return [...byScenario].map(([id, scenarioResults]) => [id, linksOf(scenarioResults, spanIds)])
}

/** Links by scenario id; scenarios without traces are absent. */
export async function scenarioLinks(
  context: OperationContext,
  scenarios: readonly EvaluationScenario[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const links = new Map<string, JsonObject>()
  for (const chunk of chunks(scenarios, scenariosPerQuery)) {
    for (const [id, link] of await linksOfChunk(context, chunk)) links.set(id, link)
  }
  return links
}
