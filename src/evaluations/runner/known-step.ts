// A step with the revision that it names. Clients may name it by its id or slug alone; traces get all three references.
import type { Scope } from '../../access/scope.ts'
import type { Revision } from '../../storage/contract/contract.ts'
import { kinds, type Kind } from '../../versioning/kinds.ts'
import { completeReferences, named, type Reference } from '../../versioning/references/references.ts'
import { resolveReference } from '../../versioning/references/resolve-reference.ts'
import type { Step } from '../plan/steps.ts'

export interface KnownStep {
  /** With complete references. */
  readonly step: Step
  /** Absent: the step names none that there is. */
  readonly revision?: Revision
}

const namedKinds = [kinds.application, kinds.workflow, kinds.evaluator, kinds.testset, kinds.query]

async function namedRevision(
  { projectId, store }: Scope,
  kind: Kind,
  reference: Reference,
): Promise<Revision | undefined> {
  if (reference.id === undefined) {
    const where = { reads: store.read, projectId, kind }
    return (await resolveReference(where, { revision: reference }, 'run'))?.revision
  }
  const [found] = await store.read.revisions(projectId, [reference.id])
  return found?.family === kind.family ? found : undefined
}

export async function knownStep(scope: Scope, step: Step): Promise<KnownStep> {
  for (const kind of namedKinds) {
    const reference = named(step.references[`${kind.name}_revision`])
    if (reference === undefined) continue
    const revision = await namedRevision(scope, kind, reference)
    if (revision === undefined) return { step }
    const references = { ...step.references, ...completeReferences(kind.name, revision) }
    return { step: { ...step, references: references as Step['references'] }, revision }
  }
  return { step }
}
