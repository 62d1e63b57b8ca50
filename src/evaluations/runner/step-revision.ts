// The revision behind a step: the program it runs, or the source of its items. Steps have complete references from the
// creation of their run on.
import { ownMember } from '../../kernel/own.ts'
import type { Scope } from '../../access/scope.ts'
import type { Revision } from '../../storage/contract/contract.ts'
import type { Step } from '../plan/steps.ts'

/** The reference names of each step type, the most specific first. */
const names: Readonly<Record<Step['type'], readonly string[]>> = {
  input: ['query_revision', 'testset_revision'],
  invocation: ['application_revision', 'workflow_revision', 'evaluator_revision'],
  annotation: ['evaluator_revision', 'workflow_revision', 'application_revision'],
}

/** Undefined: the step references no revision. */
export async function revisionOf({ store, projectId }: Scope, step: Step): Promise<Revision | undefined> {
  const [id] = names[step.type].flatMap((name) => ownMember(step.references, name)?.id ?? [])
  const [revision] = id === undefined ? [] : await store.read.revisions(projectId, [id])
  return revision
}
