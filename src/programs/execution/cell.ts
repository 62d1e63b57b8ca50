// Identifiers of a cell's trace: its ids, its metadata about the run, and its cache hash.
import { blake2bHex, canonicalJson } from '../../kernel/json/canonical.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import { hashesOf } from '../../tracing/canonical/references.ts'
import type { SpanAddress } from '../evaluators/evaluator.ts'
import type { References } from '../references.ts'

export interface CellAddress {
  readonly runId: string
  readonly scenarioId: string
  readonly stepKey: string
  readonly repeatIdx: number
}

/**
 * The trace id and root span id of a cell. They derive from the address and the generation (the task that computes it):
 * a retry after a crash overwrites its own trace, a recomputation does not.
 */
export function cellSpan(cell: CellAddress, generation: string): SpanAddress {
  const text = canonicalJson([cell.runId, cell.scenarioId, cell.stepKey, cell.repeatIdx, generation])
  const hex = blake2bHex(text, 24)
  return { traceId: hex.slice(0, 32), spanId: hex.slice(32) }
}

/** `ag.meta.evaluation` of a trace from a run. */
export const evaluationMeta = ({ runId, scenarioId, stepKey, repeatIdx }: CellAddress): JsonObject => ({
  run_id: runId,
  scenario_id: scenarioId,
  step_key: stepKey,
  repeat_idx: repeatIdx,
})

/** The hash that equal cells of all runs share: the same program on the same item. */
export function cellHashId(
  references: References,
  links: Readonly<Record<string, SpanAddress>>,
): string | undefined {
  const spanLinks = Object.entries(links).map(([key, link]) => ({ ...link, attributes: { key } }))
  return hashesOf(references as JsonObject, spanLinks)[0]?.id
}
