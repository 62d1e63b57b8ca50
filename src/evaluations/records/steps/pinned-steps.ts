// src/evaluations/records/steps: the steps of a run and the records that depend on them: pinned references, the uses of
// revisions, the default queue of human steps, and the removal of a step. Imports ../jobs and the records beside this
// folder. Start here.
//
// Pins the steps of a run: resolves their references when the run is created or edited and stores them completely. From
// then on the run uses these revisions, regardless of later commits.
import { AssayError, limitExceeded, type FieldError } from '../../../kernel/errors.ts'
import { ownMember } from '../../../kernel/own.ts'
import type { Scope } from '../../../access/scope.ts'
import type { Revision } from '../../../storage/contract/contract.ts'
import { kinds, recordLabel, type Kind } from '../../../versioning/kinds.ts'
import { completeReferences, type References as Group } from '../../../versioning/references/references.ts'
import { refuseContradiction, resolveReference } from '../../../versioning/references/resolve-reference.ts'
import type { References } from '../../../programs/references.ts'
import type { Step } from '../../plan/steps.ts'
import type { OperationContext } from '../engine.ts'
import type { StoredRunData } from '../run-data.ts'

/** Reference groups by their first name; other groups are stored as sent and have no meaning. */
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

const isPresent = (group: Group): boolean => Object.values(group).some((reference) => reference !== undefined)

/** Resolves reference groups; an equal group in any step is resolved once. */
function memoizedResolver({ store, projectId }: Scope) {
  const pending = new Map<string, Promise<Revision | undefined>>()
  return (kind: Kind, group: Group): Promise<Revision | undefined> => {
    const text = JSON.stringify([kind.name, group])
    const source = { reads: store.read, projectId, kind, part: { withData: false } }
    const revision =
      pending.get(text) ??
      resolveReference(source, { target: group, verb: 'run' }).then((resolution) => resolution?.revision)
    pending.set(text, revision)
    return revision
  }
}

/** All three references of the resolved group. The references that did not select the revision must agree with it. */
function completeGroup(
  name: string,
  { group, revision }: { readonly group: Group; readonly revision: Revision },
): References {
  const { variant } = group
  if (variant !== undefined) {
    refuseContradiction(`${name}_variant`, {
      ref: { id: variant.id, slug: variant.slug },
      record: revision.variant,
    })
  }
  return completeReferences(name, revision) as References
}

/** Adds the step to a refusal. */
const withStepName = (step: Step, error: unknown): unknown =>
  error instanceof AssayError && (error.status === 400 || error.status === 404)
    ? new AssayError(error.code, `Step '${step.key}': ${error.message}`, { cause: error })
    : error

async function pinStep(step: Step, resolve: ReturnType<typeof memoizedResolver>): Promise<Step> {
  let { references } = step
  for (const [name, kind] of kindOfGroup) {
    const group = groupIn(step.references, name)
    if (!isPresent(group)) continue
    const revision = await resolve(kind, group)
    if (revision === undefined) {
      throw new AssayError('not_found', `${recordLabel(kind, 'revision')} not found.`)
    }
    references = { ...references, ...completeGroup(name, { group, revision }) }
  }
  return { ...step, references }
}

/** The cost of a run grows with its steps: each scenario has a cell for each of them. */
const stepsMax = 1000

/** Refuses more steps than a run may have. */
export function refuseManySteps(count: number, loc: FieldError['loc']): void {
  if (count <= stepsMax) return
  throw limitExceeded({
    type: 'too_long',
    loc,
    msg: `A run has at most ${stepsMax} steps.`,
    limit: stepsMax,
  })
}

/** An unknown reference is refused with 404, a contradiction with 400. */
export async function pinSteps(scope: Scope, steps: readonly Step[]): Promise<readonly Step[]> {
  const resolve = memoizedResolver(scope)
  const pinnedSteps: Step[] = []
  for (const step of steps) {
    pinnedSteps.push(
      await pinStep(step, resolve).catch((error: unknown) => {
        throw withStepName(step, error)
      }),
    )
  }
  return pinnedSteps
}

/** The data of a run with its steps pinned. `loc` is the location of the data in the request. */
export async function pinRunData(
  { scope }: OperationContext,
  { data, loc }: { readonly data: StoredRunData; readonly loc: FieldError['loc'] },
): Promise<StoredRunData> {
  refuseManySteps(data.steps.length, [...loc, 'steps'])
  return { ...data, steps: await pinSteps(scope, data.steps) }
}
