// Calls the programs of the matrix and the evaluators of their outputs.
import { useApi } from '../app/session.tsx'
import { callProgram } from '../app/trials/call.ts'
import { useCallQueue, type Progress } from './call-queue.ts'
import {
  canContinue,
  continuedCall,
  mockedReply,
  mockRoundsMax,
  turnsWith,
} from './conversation/conversation.ts'
import { mocksOf } from './conversation/mocks.ts'
import { scoresOf, type Evaluator } from './scoring/evaluators.ts'
import { stampOf, type DoneCell, type PlannedCall } from './matrix.ts'
import type { Cells } from './stored-cells.ts'
import { useCells } from './use-cells.ts'

const requestOf = ({ row, column, turns }: PlannedCall) => {
  const { revision, isDraft } = column
  const call = { data: column.data, inputs: row.inputs }
  const { artifact_id, artifact_slug, variant_id, variant_slug, id, slug, version } = revision
  return {
    ...(turns === undefined ? call : continuedCall(call, turns)),
    ...(row.testcase === undefined ? {} : { testcase: row.testcase }),
    references: {
      application: { id: artifact_id, slug: artifact_slug },
      application_variant: { id: variant_id, slug: variant_slug },
      // A draft is not a revision.
      ...(isDraft ? {} : { application_revision: { id, slug, version } }),
    },
    meta: { playground: { base_revision_id: id, is_draft: isDraft } },
  }
}

interface FinishedCall {
  readonly call: PlannedCall
  readonly cell: DoneCell
  readonly signal: AbortSignal
}

export interface MatrixRun {
  readonly cells: Cells
  /** The keys of cells that are too large to survive a reload. */
  readonly droppedKeys: ReadonlySet<string>
  readonly run: (calls: readonly PlannedCall[]) => Promise<void>
  /** Scores the finished cells of these calls again. */
  readonly score: (calls: readonly PlannedCall[]) => Promise<void>
  /** Cancels the running calls; undefined: no calls are running. */
  readonly cancel: (() => void) | undefined
  readonly progress: Progress | undefined
}

/** Calls the model again for as long as mocks answer its tool calls. */
async function withMocks(
  call: PlannedCall,
  {
    projectId,
    callOnce,
  }: { readonly projectId: string; readonly callOnce: (call: PlannedCall) => Promise<DoneCell> },
): Promise<DoneCell> {
  let cell = await callOnce(call)
  for (let round = 0; round < mockRoundsMax && canContinue(call.column.data); round += 1) {
    const reply = mockedReply(cell.outcome, mocksOf(projectId))
    if (reply === undefined) break
    cell = await callOnce({ ...call, turns: turnsWith(cell, reply) })
  }
  return cell
}

export function useMatrixRun(artifactId: string, evaluators: readonly Evaluator[]): MatrixRun {
  const api = useApi()
  const { cells, droppedKeys, update, cancel: onCancelled } = useCells(artifactId)
  const { forEachCall, progress, cancel } = useCallQueue(onCancelled)

  const callOnce = async (call: PlannedCall, signal: AbortSignal): Promise<DoneCell> => {
    const { key, turns } = call
    const continuation = turns === undefined ? {} : { turns }
    update([[key, { state: 'running', ...continuation }]])
    const onText = (text: string): void => update([[key, { state: 'running', text, ...continuation }]])
    const outcome = await callProgram(api, requestOf(call), { signal, onText })
    return { state: 'done', outcome, of: stampOf(call.column, call.row), ...continuation }
  }

  const callModel = (call: PlannedCall, signal: AbortSignal): Promise<DoneCell> =>
    withMocks(call, { projectId: api.projectId, callOnce: (next) => callOnce(next, signal) })

  const scoreCell = async ({ call: { key, row }, cell, signal }: FinishedCall): Promise<void> => {
    const { scores: _, isScoring: __, ...unscoredCell } = cell
    if (evaluators.length === 0) return update([[key, unscoredCell]])
    update([[key, { ...unscoredCell, isScoring: true }]])
    try {
      const scores = await scoresOf(api, { row, outcome: cell.outcome, evaluators, signal })
      update([[key, { ...unscoredCell, scores }]])
    } catch (error) {
      update([[key, unscoredCell]])
      throw error
    }
  }

  return {
    cells,
    droppedKeys,
    progress,
    cancel,
    run: (calls) => {
      update(
        calls.map(({ key, turns }) => [key, { state: 'waiting', ...(turns === undefined ? {} : { turns }) }]),
      )
      return forEachCall(calls, async (call, signal) =>
        scoreCell({ call, cell: await callModel(call, signal), signal }),
      )
    },
    score: (calls) =>
      forEachCall(calls, async (call, signal) => {
        const cell = cells.get(call.key)
        if (cell?.state === 'done') await scoreCell({ call, cell, signal })
      }),
  }
}
