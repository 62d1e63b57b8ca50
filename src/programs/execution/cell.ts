// What a cell leaves behind: its trace id, what its trace says of the run, the hash it is found again by.
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
 * The trace and root span of a cell. They follow from the address and the generation (the task by which it is computed),
 * so a step that is repeated after a crash overwrites its own trace, and one that is computed anew does not.
 */
export function cellSpan(cell: CellAddress, generation: string): SpanAddress {
  const text = canonicalJson([cell.runId, cell.scenarioId, cell.stepKey, cell.repeatIdx, generation])
  const hex = blake2bHex(text, 24)
  return { traceId: hex.slice(0, 32), spanId: hex.slice(32) }
}

/** `ag.meta.evaluation` of a trace that a run made. */
export const evaluationMeta = ({ runId, scenarioId, stepKey, repeatIdx }: CellAddress): JsonObject => ({
  run_id: runId,
  scenario_id: scenarioId,
  step_key: stepKey,
  repeat_idx: repeatIdx,
})

/** What equal cells of all runs share: the same program on the same item. */
export function cellHashId(
  references: References,
  links: Readonly<Record<string, SpanAddress>>,
): string | undefined {
  const named = Object.entries(links).map(([key, link]) => ({ ...link, attributes: { key } }))
  return hashesOf(references as JsonObject, named)[0]?.id
}
