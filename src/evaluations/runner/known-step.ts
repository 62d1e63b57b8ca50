// The revision behind a step: what it runs, or what it takes its items from. Steps hold complete references since their
// run was made.
import { ownMember } from '../../kernel/own.ts'
import type { Scope } from '../../access/scope.ts'
import type { Revision } from '../../storage/contract/contract.ts'
import type { Step } from '../plan/steps.ts'

/** The names under which a step of each type refers to its revision, the most telling first. */
const names: Readonly<Record<Step['type'], readonly string[]>> = {
  input: ['query_revision', 'testset_revision'],
  invocation: ['application_revision', 'workflow_revision', 'evaluator_revision'],
  annotation: ['evaluator_revision', 'workflow_revision', 'application_revision'],
}

/** Undefined: the step names none. */
export async function revisionOf({ store, projectId }: Scope, step: Step): Promise<Revision | undefined> {
  const [id] = names[step.type].flatMap((name) => ownMember(step.references, name)?.id ?? [])
  const [revision] = id === undefined ? [] : await store.read.revisions(projectId, [id])
  return revision
}
