// web/playground/scoring: evaluators that score outputs, their choice, and the summary of a column. summary.ts is pure.
// Imports web/app, web/ui and the matrix. Start here.
//
// The evaluators that score the outputs of the playground, and their calls.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Api } from '../../app/api.ts'
import { useApi } from '../../app/session.tsx'
import { callProgram } from '../../app/trials/call.ts'
import { serviceKeyOf, type Outcome } from '../../app/trials/program.ts'
import { fullSpan } from '../../app/trials/trial-inputs.ts'
import type { Artifact, JsonObject } from '../../app/versions/client.ts'
import type { InputRow } from '../matrix.ts'

export interface Evaluator {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly revisionId: string
  readonly data: JsonObject
}

const evaluatorsMax = 500

/** Human feedback is left out: people fill in its forms, so there is no program to run. */
function evaluatorOf({ id, slug, name = slug, revision_id, data }: Artifact): readonly Evaluator[] {
  if (revision_id === undefined || data === undefined || serviceKeyOf(data) === 'feedback') return []
  return [{ id, slug, name, revisionId: revision_id, data }]
}

/** The newest revisions of all evaluators that are programs. */
export function useEvaluators(isNeeded: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: [api.projectId, 'versions', 'evaluator', 'runnable'],
    queryFn: async ({ signal }) => {
      const { artifacts } = await api
        .versions('evaluator')
        .list({ windowing: { limit: evaluatorsMax } }, { signal })
      return artifacts.flatMap(evaluatorOf)
    },
    enabled: isNeeded,
  })
}

/** The evaluators of the URL, by slug. */
export function useSelectedEvaluators(slugs: readonly string[]): readonly Evaluator[] {
  const { data } = useEvaluators(slugs.length > 0)
  return useMemo(
    () => slugs.flatMap((slug) => data?.find((evaluator) => evaluator.slug === slug) ?? []),
    // The slugs are a new list on each render.
    // oxlint-disable-next-line react/exhaustive-deps
    [slugs.join(','), data],
  )
}

export interface ScoredOutput {
  readonly row: InputRow
  readonly outcome: Outcome
  readonly evaluators: readonly Evaluator[]
  readonly signal: AbortSignal
}

/** The outcomes of evaluators by slug. A failed evaluator is an outcome, too; rejects only when aborted. */
export async function scoresOf(
  api: Api,
  { row, outcome, evaluators, signal }: ScoredOutput,
): Promise<Readonly<Record<string, Outcome>>> {
  if ('failure' in outcome || evaluators.length === 0) return {}
  const { traceId, spanId, outputs } = outcome
  const trace =
    traceId === undefined || spanId === undefined
      ? undefined
      : await fullSpan(api, { traceId, spanId, signal }).catch(() => undefined)
  const scores = await Promise.all(
    evaluators.map(async ({ id, slug, revisionId, data }) => {
      const call = {
        data,
        inputs: row.inputs,
        outputs,
        testcase: row.testcase ?? { data: row.inputs },
        ...(trace === undefined ? {} : { trace: { ...trace } }),
        references: { evaluator: { id, slug }, evaluator_revision: { id: revisionId } },
        meta: { playground: true },
      }
      return [slug, await callProgram(api, call, { signal })] as const
    }),
  )
  return Object.fromEntries(scores)
}
