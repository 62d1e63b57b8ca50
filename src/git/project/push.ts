// A push to the branch `main` of a project. Each commit becomes a revision of every artifact whose folder it changes,
// and a commit of the project. One transaction: everything is applied or nothing.
import type { Scope } from '../../access/scope.ts'
import { createPauses } from '../../kernel/time-slices.ts'
import type { RelationalTx, Revision, Variant } from '../../storage/contract/contract.ts'
import type { TransactionContext } from '../../versioning/create.ts'
import { recordKey } from '../../versioning/kinds.ts'
import type { Push, RefResult } from '../objects/repository.ts'
import { ownFilesOf } from '../repository/history.ts'
import { PayloadBudget } from '../repository/payload-budget.ts'
import { withRefusal, applyPrepared, lockHead, pushResults } from '../repository/push.ts'
import { appendChange, preparePayload, type PreparedChange } from '../repository/push-changes.ts'
import { Refusal } from '../repository/refusal.ts'
import type { ArtifactChange, CommitChanges } from './project.ts'
import { planPush, type PushTarget, type CommitPlan, type PlanParts, type PushPlan } from './push-plan.ts'

/** The prepared changes of the folders of a commit. */
type PreparedCommits = ReadonlyMap<CommitPlan, readonly PreparedChange[]>

async function prepare({ commits }: PushPlan, ref: string): Promise<PreparedCommits> {
  const preparedCommits = new Map<CommitPlan, PreparedChange[]>()
  const budget = new PayloadBudget()
  const pauses = createPauses()
  try {
    for (const plan of commits) {
      const changes: PreparedChange[] = []
      preparedCommits.set(plan, changes)
      for (const { target, change } of plan.folders) {
        const work = () => preparePayload(target.context, { change, ref, budget })
        changes.push(await withRefusal({ name: ref, folder: change.folder }, work))
        if (pauses.isDue()) await pauses.next()
      }
    }
    return preparedCommits
  } catch (error) {
    await discard(preparedCommits)
    throw error
  }
}

async function discard(preparedCommits: PreparedCommits): Promise<void> {
  for (const changes of preparedCommits.values()) {
    for (const change of changes) await change.prefetched?.prepared.discard?.()
  }
}

/** The variant of an artifact during the transaction, and the client's own files of its newest commit. */
interface OpenTarget {
  readonly variant: Variant
  readonly inheritedFiles: PushTarget['ownFiles']
}

class PushTransaction {
  readonly #scope: Scope
  readonly #tx: RelationalTx
  readonly #ref: string
  readonly #targets = new Map<PushTarget, OpenTarget>()

  constructor(scope: Scope, { tx, ref }: { readonly tx: RelationalTx; readonly ref: string }) {
    this.#scope = scope
    this.#tx = tx
    this.#ref = ref
  }

  /** Locks the variants in the order in which pushes to artifacts lock them: by slug. */
  async lock(targets: readonly PushTarget[]): Promise<void> {
    for (const target of targets.toSorted((a, b) => (a.variant.slug < b.variant.slug ? -1 : 1))) {
      const { id: variantId, headRevisionId } = target.variant
      const variant = await withRefusal({ name: this.#ref, folder: target.folder }, () =>
        lockHead(this.#at(target), { name: this.#ref, variantId, headRevisionId }),
      )
      this.#targets.set(target, { variant, inheritedFiles: target.ownFiles })
      this.#scope.recordResource(recordKey(target.context.kind, 'variant'), variant.id)
    }
  }

  /** Commits the revisions of one commit. Returns the changes of the project's trees with them. */
  async apply(plan: CommitPlan, preparedChanges: readonly PreparedChange[]): Promise<CommitChanges> {
    const revisions = new Map<string, ArtifactChange>()
    for (const [i, { target }] of plan.folders.entries()) {
      const change = preparedChanges[i]
      if (change === undefined) continue
      revisions.set(target.folder, await this.#append(target, change))
    }
    const entries = plan.changes.entries.map((entry) => {
      const artifact = revisions.get(`${entry.folder}/${entry.name}/`)
      return artifact === undefined ? entry : { ...entry, artifact }
    })
    return { ...plan.changes, entries }
  }

  async #append(target: PushTarget, change: PreparedChange): Promise<ArtifactChange> {
    const openTarget = this.#targets.get(target)
    if (openTarget === undefined) throw new Error(`the variant of ${target.folder} is not locked`)
    const { context } = target
    const { variant, inheritedFiles } = openTarget
    const revision: Revision = await withRefusal({ name: this.#ref, folder: target.folder }, () =>
      appendChange(this.#at(target), { context, variant, change, inheritedFiles }),
    )
    const { id: revisionId, version } = revision
    const { family } = context.kind
    this.#targets.set(target, {
      variant: { ...variant, headRevisionId: revisionId, headVersion: version },
      inheritedFiles: ownFilesOf(family, change.listing.blobs),
    })
    const { id: variantId, artifact } = variant
    return { event: 'revision', artifactId: artifact.id, family, variantId, version, revisionId }
  }

  #at({ context: { engine, kind } }: PushTarget): TransactionContext {
    return { engine, scope: this.#scope, tx: this.#tx, kind }
  }
}

async function applyPlan(
  { scope, ref }: PlanParts,
  {
    plan: { commits, seq: firstSeq },
    prepared,
    tx,
  }: { readonly plan: PushPlan; readonly prepared: PreparedCommits; readonly tx: RelationalTx },
): Promise<void> {
  const transaction = new PushTransaction(scope, { tx, ref })
  await transaction.lock([...new Set(commits.flatMap(({ folders }) => folders.map(({ target }) => target)))])
  const { projectId } = scope
  const pauses = createPauses()
  for (const [i, plan] of commits.entries()) {
    if (pauses.isDue()) await pauses.next()
    const changes = await transaction.apply(plan, prepared.get(plan) ?? [])
    const { id: commitId, bytes } = plan
    await tx.putGitObjects({ projectId, artifactId: projectId }, plan.ownObjects)
    const commit = { seq: firstSeq + i, commitId, bytes, changes: JSON.stringify(changes) }
    if (!(await tx.appendProjectCommits(projectId, [commit]))) throw new Refusal(ref, 'fetch first')
  }
}

export const applyProjectPush = (parts: PlanParts, push: Push): Promise<readonly RefResult[]> =>
  pushResults({ role: parts.scope.role, push }, async () => {
    const plan = await planPush(parts, push)
    await applyPrepared({
      prepare: () => prepare(plan, parts.ref),
      apply: (prepared) => parts.scope.store.write((tx) => applyPlan(parts, { plan, prepared, tx })),
      discard,
    })
  })
