// Applies a push: new commits of a branch become revisions, one per commit; a new branch is a fork; the tag of an
// environment deploys. One transaction for all commands: all are applied or none.
import { roleReaches, type Scope } from '../../access/scope.ts'
import { AssayError } from '../../kernel/errors.ts'
import { createPauses } from '../../kernel/time-slices.ts'
import type { RelationalTx, Revision, Variant } from '../../storage/contract/contract.ts'
import { deployRevision } from '../../versioning/environments/deploy.ts'
import { notFound, refuseArchivedVariant, refuseGuarded } from '../../versioning/engine.ts'
import { forkRevision } from '../../versioning/fork.ts'
import { recordKey } from '../../versioning/kinds.ts'
import { OutdatedPayload } from '../../versioning/payload.ts'
import type { TransactionContext } from '../../versioning/create.ts'
import type { ObjectId } from '../objects/objects.ts'
import type { Push, PushedObjects, RefCommand, RefResult } from '../objects/repository.ts'
import { ownFilesOf } from './history.ts'
import { PayloadBudget } from './payload-budget.ts'
import { planBranch, type BranchPlan } from './plan-branch.ts'
import { appendChange, preparePayload, type PreparedChange } from './push-changes.ts'
import { namedRef } from './ref-names.ts'
import { Refusal, refusalText } from './refusal.ts'
import type { PushContext } from './context.ts'

interface TagPlan {
  readonly name: string
  readonly environment: string
  readonly commitId: ObjectId
}

interface Plan {
  readonly branches: readonly BranchPlan[]
  readonly tags: readonly TagPlan[]
}

/**
 * Variants are locked in one order, whichever order a client sends: two pushes of the same branches cannot deadlock.
 */
const bySlug = (a: BranchPlan, b: BranchPlan): number => (a.slug < b.slug ? -1 : 1)
const byEnvironment = (a: TagPlan, b: TagPlan): number => (a.environment < b.environment ? -1 : 1)

const unknownRefMessage = 'Push branches, or tags env/{environment}; other refs are not stored.'

/** Plans the commands of a push. */
async function planOf(context: PushContext, push: Push): Promise<Plan> {
  const branches: BranchPlan[] = []
  const tags: TagPlan[] = []
  for (const command of push.commands) {
    const target = namedRef(command.name)
    if (target === undefined) throw new Refusal(command.name, unknownRefMessage)
    if (target.kind === 'branch') {
      branches.push(await planBranch(context, { command, slug: target.slug, objects: push.objects }))
    } else tags.push(await planTag(context, { command, environment: target.slug, objects: push.objects }))
  }
  return { branches: branches.sort(bySlug), tags: tags.sort(byEnvironment) }
}

async function planTag(
  { scope, history }: PushContext,
  {
    command: { name, after },
    environment,
    objects,
  }: { readonly command: RefCommand; readonly environment: string; readonly objects: PushedObjects },
): Promise<TagPlan> {
  if (after === undefined) throw new Refusal(name, 'A deployment cannot be deleted; deploy another revision.')
  const object = objects.get(after) ?? (await history.read(scope.store.read, after))
  if (object?.type !== 'commit') {
    throw new Refusal(name, 'Push a lightweight tag (git tag env/…, without -a or -m): it names a commit.')
  }
  return { name, environment, commitId: after }
}

/** Locks the variant of a branch. A new branch is a fork. */
async function lockVariantOf(transaction: TransactionContext, plan: BranchPlan): Promise<Variant> {
  const { scope, tx, kind } = transaction
  if (plan.forkRevisionId !== undefined) {
    const source = await tx.revision(scope.projectId, kind.family, { id: plan.forkRevisionId })
    if (source === undefined) throw notFound(kind, 'revision')
    const fork = await forkRevision(transaction, { source, header: { slug: plan.slug } })
    const variant = await tx.variant(scope.projectId, kind.family, { id: fork.id })
    if (variant === undefined) throw notFound(kind, 'variant')
    return variant
  }
  return lockHead(transaction, plan)
}

/** Locks a variant. Throws when its head is no longer the one that the push continues. */
export async function lockHead(
  { scope, tx, kind }: TransactionContext,
  { name, variantId, headRevisionId }: Pick<BranchPlan, 'name' | 'variantId' | 'headRevisionId'>,
): Promise<Variant> {
  const variant = await tx.lockVariant(scope.projectId, kind.family, { id: variantId })
  if (variant === undefined) throw notFound(kind, 'variant')
  refuseArchivedVariant(kind, variant)
  refuseGuarded(kind, { scope, artifact: variant.artifact })
  if (variant.headRevisionId !== headRevisionId) throw new Refusal(name, 'fetch first')
  return variant
}

/** Runs `work`. Its errors become refusals of this ref, with the files of this folder. */
export async function withRefusal<T>(
  { name, folder = '' }: { readonly name: string; readonly folder?: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AssayError && error.status < 500)
      throw new Refusal(name, refusalText(error, { folder }))
    throw error
  }
}

async function applyBranch(
  transaction: TransactionContext,
  {
    context,
    plan,
    prepared,
  }: {
    readonly context: PushContext
    readonly plan: BranchPlan
    readonly prepared: readonly PreparedChange[]
  },
): Promise<ReadonlyMap<ObjectId, Revision>> {
  const revisions = new Map<ObjectId, Revision>()
  let variant = await lockVariantOf(transaction, plan)
  let ownFiles = plan.ownFiles
  const pauses = createPauses()
  for (const change of prepared) {
    if (pauses.isDue()) await pauses.next()
    const revision = await appendChange(transaction, { context, variant, change, inheritedFiles: ownFiles })
    revisions.set(change.id, revision)
    ownFiles = ownFilesOf(transaction.kind.family, change.listing.blobs)
    variant = { ...variant, headRevisionId: revision.id, headVersion: revision.version }
  }
  transaction.scope.recordResource(recordKey(transaction.kind, 'variant'), variant.id)
  return revisions
}

async function applyPlan(
  context: PushContext,
  {
    plan,
    prepared,
    tx,
  }: { readonly plan: Plan; readonly prepared: PreparedBranches; readonly tx: RelationalTx },
): Promise<void> {
  const { engine, scope, kind } = context
  const transaction: TransactionContext = { engine, scope, tx, kind }
  const revisions = new Map<ObjectId, string>()
  for (const branch of plan.branches) {
    const branchRevisions = await withRefusal(branch, () =>
      applyBranch(transaction, { context, plan: branch, prepared: prepared.get(branch) ?? [] }),
    )
    for (const [id, revision] of branchRevisions) revisions.set(id, revision.id)
  }
  for (const { name, environment, commitId } of plan.tags) {
    const id = revisions.get(commitId) ?? context.history.revisionOf(commitId)
    if (id === undefined)
      throw new Refusal(name, `The commit ${commitId} is on no branch; push its branch too.`)
    await withRefusal({ name }, () =>
      deployRevision(transaction, {
        kind,
        input: {
          references: { revision: { id } },
          environment: { artifact: { slug: environment } },
          key: undefined,
          message: undefined,
        },
      }),
    )
  }
}

type PreparedBranches = ReadonlyMap<BranchPlan, readonly PreparedChange[]>

async function prepareAll(context: PushContext, plan: Plan): Promise<PreparedBranches> {
  const preparedBranches = new Map<BranchPlan, readonly PreparedChange[]>()
  const budget = new PayloadBudget()
  const pauses = createPauses()
  try {
    for (const branch of plan.branches) {
      const changes: PreparedChange[] = []
      preparedBranches.set(branch, changes)
      for (const change of branch.changes) {
        const work = () => preparePayload(context, { change, ref: branch.name, budget })
        changes.push(await withRefusal(branch, work))
        if (pauses.isDue()) await pauses.next()
      }
    }
    return preparedBranches
  } catch (error) {
    await discardAll(preparedBranches)
    throw error
  }
}

async function discardAll(preparedBranches: PreparedBranches): Promise<void> {
  for (const changes of preparedBranches.values()) {
    for (const change of changes) await change.prefetched?.prepared.discard?.()
  }
}

/** How often a push is attempted when its staged rows are lost. */
const attemptsMax = 3

/** Prepares a push before its transaction and applies it. Repeats both if staged rows were lost in between. */
export async function applyPrepared<T>({
  prepare,
  apply,
  discard,
}: {
  readonly prepare: () => Promise<T>
  readonly apply: (prepared: T) => Promise<void>
  readonly discard: (prepared: T) => Promise<void>
}): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const preparedPush = await prepare()
    try {
      return await apply(preparedPush)
    } catch (error) {
      await discard(preparedPush)
      if (!(error instanceof OutdatedPayload) || attempt === attemptsMax) throw error
    }
  }
}

async function applyCommands(context: PushContext, push: Push): Promise<void> {
  const plan = await planOf(context, push)
  await applyPrepared({
    prepare: () => prepareAll(context, plan),
    apply: (prepared) => context.scope.store.write((tx) => applyPlan(context, { plan, prepared, tx })),
    discard: discardAll,
  })
}

export const applyPush = (context: PushContext, push: Push): Promise<readonly RefResult[]> =>
  pushResults({ role: context.scope.role, push }, () => applyCommands(context, push))

/** Applies a push and reports its outcome per command. */
export async function pushResults(
  { role, push }: { readonly role: Scope['role']; readonly push: Push },
  apply: () => Promise<void>,
): Promise<readonly RefResult[]> {
  try {
    if (!roleReaches(role, 'editor')) {
      const message = `A push needs a key with role editor; this key has role ${role}.`
      return push.commands.map(({ name }) => ({ name, refusal: message }))
    }
    await apply()
    return push.commands.map(({ name }) => ({ name }))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const otherReason = `nothing was applied, because ${error.ref} was refused`
    return push.commands.map(({ name }) => ({
      name,
      refusal: name === error.ref ? error.message : otherReason,
    }))
  }
}
