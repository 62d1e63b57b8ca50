// What the plan names, read; and what its calls are likely to be.
import { useQueries, useQuery } from '@tanstack/react-query'
import { useApi } from '../../app/session.tsx'
import { serviceKeyOf } from '../../app/trials/program.ts'
import type { Revision } from '../../app/versions/client.ts'
import { callsOf, estimateOf, queryFor, type Calls, type Earlier, type Estimate } from './calls.ts'
import type { Plan, Settings } from './plan.ts'
import {
  chosenQuery,
  choicesQuery,
  earlierQuery,
  rowCountQuery,
  templatesQuery,
  traceCountQuery,
} from './queries.ts'
import type { Known } from './start.ts'

/** Null: something that the plan names is not read yet. */
export function useKnown(plan: Plan): { readonly known: Known; readonly isRead: boolean } {
  const api = useApi()
  const ids = (plan.evaluators ?? []).flatMap(({ revision }) => revision ?? [])
  const testset = useQuery(chosenQuery(api, 'testset', plan.testset))
  const query = useQuery(chosenQuery(api, 'query', plan.query))
  const subjects = useQueries({
    queries: (plan.subjects ?? []).map((id) => chosenQuery(api, 'application', id)),
  })
  const evaluators = useQueries({
    queries: ids.map((id) => chosenQuery(api, 'evaluator', id)),
  })
  const templates = useQuery(templatesQuery(api))
  const names = useQuery(choicesQuery(api, 'evaluator'))
  const asked = [
    ...(plan.testset === undefined ? [] : [testset]),
    ...(plan.query === undefined ? [] : [query]),
    ...subjects,
    ...evaluators,
    templates,
    names,
  ]
  return {
    isRead: asked.every(({ data }) => data !== undefined && data !== null),
    known: {
      testset: testset.data ?? undefined,
      query: query.data ?? undefined,
      subjects: subjects.flatMap(({ data }) => data ?? []),
      evaluators: new Map(evaluators.flatMap(({ data }) => (data ? [[data.id, data] as const] : []))),
      templates: templates.data ?? [],
      names: new Set((names.data ?? []).map(({ name }) => name)),
    },
  }
}

export interface Called {
  readonly revision: Revision
  readonly calls: number
  readonly earlier: Earlier | undefined
}

export interface Expected {
  /** Undefined: not known, or there is no end to them. */
  readonly rows: number | undefined
  readonly calls: Calls
  readonly called: readonly Called[]
  readonly estimate: Estimate
}

/** What the run would be; the cost as far as earlier calls of the same revisions tell. */
export function useExpected(plan: Plan, known: Known): Expected {
  const api = useApi()
  const rowCount = useQuery(rowCountQuery(api, plan.testset))
  const data = known.query?.data as Settings | undefined
  const traceCount = useQuery(traceCountQuery(api, data === undefined ? undefined : queryFor(data, plan)))
  const rows = plan.source === undefined ? rowCount.data : traceCount.data
  const judges = [...known.evaluators.values()]
  const automatic = judges.filter(({ data: own }) => own !== undefined && serviceKeyOf(own) !== 'feedback')
  const fromCatalog = (plan.evaluators ?? []).filter(({ revision }) => revision === undefined)
  const human = judges.length - automatic.length
  const calls = callsOf(rows ?? 0, plan, { automatic: automatic.length + fromCatalog.length, human })
  const revisions = [
    ...known.subjects.map((revision) => ({ kind: 'application' as const, revision })),
    ...automatic.map((revision) => ({ kind: 'evaluator' as const, revision })),
  ]
  const earlier = useQueries({
    queries: revisions.map(({ kind, revision }) => earlierQuery(api, kind, revision)),
  })
  const perSubject = calls.ofSubjects / Math.max(1, known.subjects.length)
  const perJudge = calls.ofEvaluators / Math.max(1, automatic.length + fromCatalog.length)
  const called = revisions.map(({ kind, revision }, index) => ({
    revision,
    calls: kind === 'application' ? perSubject : perJudge,
    earlier: earlier[index]?.data,
  }))
  const subjects = called.slice(0, known.subjects.length)
  return {
    rows,
    calls,
    called,
    // Programs that compare texts cost nothing worth telling: the subjects decide whether something is known.
    estimate: {
      ...estimateOf(called, plan.batch),
      isPartial: estimateOf(subjects, plan.batch).isPartial,
    },
  }
}
