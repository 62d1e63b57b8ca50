// web/app/versions/scores: the scores of revisions in runs. scores.ts is pure, queries.ts requests the runs.
//
// The scores of revisions: the main metric of each evaluator in the newest run of a revision.
import { membersOf } from '../../../ui/records.ts'

export interface Score {
  readonly evaluator: string
  readonly value: number
  /** Whether the value is a share from 0 to 1. */
  readonly isShare: boolean
}

export interface RevisionScores {
  readonly runId: string
  readonly runName: string
  readonly scores: readonly Score[]
}

interface Step {
  readonly key: string
  readonly type: string
  readonly references?: Readonly<Record<string, { readonly id?: string; readonly slug?: string } | undefined>>
  readonly inputs?: readonly { readonly key: string }[]
}

export interface ScoredRun {
  readonly id: string
  readonly name?: string
  readonly data?: { readonly steps?: readonly Step[] }
}

const outputsPath = 'attributes.ag.data.outputs.'

/** The success rate of an evaluator, or else its score. */
function scoreOf(evaluator: string, metrics: unknown): readonly Score[] {
  const paths = membersOf(metrics)
  for (const name of ['success', 'score']) {
    const { type, rate, mean } = membersOf(paths[outputsPath + name])
    const value = rate ?? mean
    if (typeof value === 'number') return [{ evaluator, value, isShare: type === 'binary' }]
  }
  return []
}

/** An evaluator that names no subject evaluates all of them. */
function evaluates(
  { inputs = [] }: Step,
  { subject, subjects }: { readonly subject: Step; readonly subjects: readonly Step[] },
): boolean {
  const namedSubjects = subjects.filter(({ key }) => inputs.some((input) => input.key === key))
  return namedSubjects.length === 0 || namedSubjects.includes(subject)
}

/** The scores by the id of the revision. The runs are newest first. */
export function scoresByRevision(
  runs: readonly ScoredRun[],
  metrics: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, RevisionScores> {
  const scores = new Map<string, RevisionScores>()
  for (const { id, name, data } of runs) {
    const steps = data?.steps ?? []
    const metricsByStep = membersOf(metrics.get(id))
    const subjects = steps.filter(({ type }) => type === 'invocation')
    for (const subject of subjects) {
      const revisionId = subject.references?.['application_revision']?.id
      if (revisionId === undefined || scores.has(revisionId)) continue
      const subjectScores = steps
        .filter((step) => step.type === 'annotation' && evaluates(step, { subject, subjects }))
        .flatMap(({ key, references }) => scoreOf(references?.['evaluator']?.slug ?? key, metricsByStep[key]))
      if (subjectScores.length > 0)
        scores.set(revisionId, { runId: id, runName: name ?? 'Unnamed run', scores: subjectScores })
    }
  }
  return scores
}
