// Resolves revision ids to the data that a run stores: complete references, the columns of a testset, the outputs of an
// evaluator. A revision never changes, so this happens before the transaction that creates the run.
import type { FieldError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Revision } from '../../storage/contract/contract.ts'
import { notFound } from '../../versioning/engine.ts'
import { kinds, type Kind } from '../../versioning/kinds.ts'
import { referencesOf } from '../../versioning/references/references.ts'
import { revisionData } from '../../versioning/payload.ts'
import { dedupKey } from '../../testsets/identity.ts'
import { listOf } from '../../testsets/stored/stored-list.ts'
import type { ChosenRevision, ChosenRevisions } from './simple-steps.ts'
import type { References } from '../../programs/references.ts'
import { outputsSchema } from '../annotations/producers.ts'
import { isLimitedToInvocations, type Origin, type Step } from '../plan/steps.ts'
import { unprocessable, type OperationContext } from '../records/engine.ts'

/** Origins by revision id, in the order of the request. */
export type Choice = Readonly<Record<string, Origin>>

export interface Choices {
  readonly queries: Choice
  readonly testsets: Choice
  readonly applications: Choice
  readonly evaluators: Choice
}

const kindOf = {
  queries: kinds.query,
  testsets: kinds.testset,
  applications: kinds.application,
  evaluators: kinds.evaluator,
} as const satisfies Readonly<Record<keyof Choices, Kind>>

/** The location of each group's ids in the request. */
export type ChoiceLocs = Readonly<Record<keyof Choices, FieldError['loc']>>

interface Group {
  readonly name: keyof Choices
  readonly loc: FieldError['loc']
}

async function resolveRevision(
  context: OperationContext,
  {
    group: { name: group, loc },
    selection,
  }: { readonly group: Group; readonly selection: { readonly revision: Revision; readonly origin: Origin } },
): Promise<ChosenRevision> {
  const { revision, origin } = selection
  const references = referencesOf(kindOf[group], revision) as References
  const base = { slug: revision.slug, origin, references }
  if (group === 'testsets') {
    const { rows, columns } = listOf(revision)
    if (rows === 0) throw unprocessable(`Testset revision '${revision.id}' has no testcases.`, loc)
    return { ...base, columns: columns.filter((name) => name !== dedupKey) }
  }
  if (group !== 'evaluators') return base
  const engine = context.engine.versioning
  return { ...base, outputs: await outputsSchema({ engine, scope: context.scope }, revision) }
}

async function resolveGroup(
  context: OperationContext,
  { group, choice }: { readonly group: Group; readonly choice: Choice },
): Promise<readonly ChosenRevision[]> {
  const ids = Object.keys(choice)
  if (ids.length === 0) return []
  const kind = kindOf[group.name]
  const storedRevisions = await context.scope.store.read.revisions(context.scope.projectId, ids)
  const byId = new Map(storedRevisions.map((revision) => [revision.id, revision]))
  const resolvedRevisions: ChosenRevision[] = []
  for (const [id, origin] of Object.entries(choice)) {
    const revision = byId.get(id)
    if (revision === undefined || revision.family !== kind.family) throw notFound(kind, 'revision')
    resolvedRevisions.push(await resolveRevision(context, { group, selection: { revision, origin } }))
  }
  return resolvedRevisions
}

export async function resolveRevisions(
  context: OperationContext,
  { choices, locs }: { readonly choices: Choices; readonly locs: ChoiceLocs },
): Promise<ChosenRevisions> {
  const group = (name: keyof Choices) =>
    resolveGroup(context, { group: { name, loc: locs[name] }, choice: choices[name] })
  return {
    queries: await group('queries'),
    testsets: await group('testsets'),
    applications: await group('applications'),
    evaluators: await group('evaluators'),
  }
}

/** The outputs schema of an annotation step: its own, else that of its evaluator. */
export async function stepOutputsSchema(
  context: OperationContext,
  step: Step,
): Promise<JsonObject | undefined> {
  const id = step.references['evaluator_revision']?.id
  if (step.schemas?.outputs !== undefined || id === undefined) return step.schemas?.outputs
  const [revision] = await context.scope.store.read.revisions(context.scope.projectId, [id])
  const { engine, scope } = context
  return revision && outputsSchema({ engine: engine.versioning, scope }, revision)
}

/** A live run that also takes annotations would evaluate its own output. */
export async function refuseLiveAnnotations(
  { engine, scope }: OperationContext,
  { choice, loc }: { readonly choice: Choice; readonly loc: FieldError['loc'] },
): Promise<void> {
  for (const revision of await scope.store.read.revisions(scope.projectId, Object.keys(choice))) {
    const { filtering } = await revisionData({ engine: engine.versioning, scope }, revision)
    if (isLimitedToInvocations(filtering)) continue
    throw unprocessable(
      'A live evaluation needs a query with the top-level condition trace_type is invocation.',
      loc,
    )
  }
}
