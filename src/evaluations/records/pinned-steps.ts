// Steps as a run keeps them: what they name is looked up when the run is made or changed, and written down whole. From
// then on the run is about these revisions, whatever is committed later.
import { AssayError, limitExceeded, type Fault } from '../../kernel/errors.ts'
import { ownMember } from '../../kernel/own.ts'
import type { Scope } from '../../access/scope.ts'
import type { Revision } from '../../storage/contract/contract.ts'
import { kinds, recordLabel, type Kind } from '../../versioning/kinds.ts'
import { completeReferences, type References as Group } from '../../versioning/references/references.ts'
import { refuseContradiction, resolveReference } from '../../versioning/references/resolve-reference.ts'
import type { References } from '../../programs/references.ts'
import type { Step } from '../plan/steps.ts'
import type { EvaluationEngine } from './engine.ts'
import type { StoredRunData } from './run-data.ts'

/** The groups of references by their first names; others are kept as sent and mean nothing. */
const kindOfGroup: ReadonlyMap<string, Kind> = new Map([
  ['application', kinds.application],
  ['workflow', kinds.workflow],
  ['evaluator', kinds.evaluator],
  ['snippet', kinds.workflow],
  ['testset', kinds.testset],
  ['query', kinds.query],
])

const groupIn = (references: References, name: string): Group => ({
  artifact: ownMember(references, name),
  variant: ownMember(references, `${name}_variant`),
  revision: ownMember(references, `${name}_revision`),
})

const isGiven = (group: Group): boolean => Object.values(group).some((reference) => reference !== undefined)

/** Looks a group up; the same one, in whatever step, once. */
function revisions({ store, projectId }: Scope) {
  const asked = new Map<string, Promise<Revision | undefined>>()
  return (kind: Kind, group: Group): Promise<Revision | undefined> => {
    const text = JSON.stringify([kind.name, group])
    const where = { reads: store.read, projectId, kind, part: { withData: false } }
    const found =
      asked.get(text) ?? resolveReference(where, group, 'run').then((resolved) => resolved?.revision)
    asked.set(text, found)
    return found
  }
}

/** All three references of what a group names. Those that did not decide must not speak of something else. */
function completed(name: string, group: Group, revision: Revision): References {
  const { variant } = group
  if (variant !== undefined) {
    refuseContradiction(`${name}_variant`, { id: variant.id, slug: variant.slug }, revision.variant)
  }
  return completeReferences(name, revision) as References
}

/** A refusal that says in which step. */
const inStep = (step: Step, error: unknown): unknown =>
  error instanceof AssayError && (error.status === 400 || error.status === 404)
    ? new AssayError(error.code, `Step '${step.key}': ${error.message}`, { cause: error })
    : error

async function pinnedStep(step: Step, find: ReturnType<typeof revisions>): Promise<Step> {
  let { references } = step
  for (const [name, kind] of kindOfGroup) {
    const group = groupIn(step.references, name)
    if (!isGiven(group)) continue
    const revision = await find(kind, group)
    if (revision === undefined) {
      throw new AssayError('not_found', `${recordLabel(kind, 'revision')} not found.`)
    }
    references = { ...references, ...completed(name, group, revision) }
  }
  return { ...step, references }
}

/** Refuses more steps than a run may have: everything about a run costs by its steps. */
export function refuseManySteps({ stepsMax }: EvaluationEngine, count: number, loc: Fault['loc']): void {
  if (count <= stepsMax) return
  throw limitExceeded({
    type: 'too_long',
    loc,
    msg: `A run has at most ${stepsMax} steps (setting evaluations.steps_max).`,
    limit: stepsMax,
    setting: 'evaluations.steps_max',
  })
}

/** What names nothing is refused with 404, what contradicts itself with 400. */
export async function pinnedSteps(scope: Scope, steps: readonly Step[]): Promise<readonly Step[]> {
  const find = revisions(scope)
  const pinned: Step[] = []
  for (const step of steps) {
    pinned.push(
      await pinnedStep(step, find).catch((error: unknown) => {
        throw inStep(step, error)
      }),
    )
  }
  return pinned
}

/** The data of a run with its steps pinned. `loc` leads to it. */
export async function pinnedData(
  engine: EvaluationEngine,
  scope: Scope,
  data: StoredRunData,
  loc: Fault['loc'],
): Promise<StoredRunData> {
  refuseManySteps(engine, data.steps.length, [...loc, 'steps'])
  return { ...data, steps: await pinnedSteps(scope, data.steps) }
}
