// Commits a draft, or merges it when another person has committed since.
import { AssayError, type Api } from '../../app/api.ts'
import type { RequestControl } from '../../app/long-request.ts'
import { withoutRows, type Revision, type Variant } from '../queries.ts'
import type { Delta } from './delta.ts'

export const isStale = (error: unknown): boolean =>
  error instanceof AssayError && error.code === 'revision_conflict'

export interface CommitRequest {
  readonly variant: Variant
  readonly base: Revision
  readonly delta: Delta
  readonly message: string
  readonly control: RequestControl
}

const withMessage = (message: string) => (message === '' ? {} : { message })

export const commitDraft = (api: Api, { variant, base, delta, message, control }: CommitRequest) =>
  api.commitTestset(
    {
      testset_revision_commit: {
        testset_id: variant.testset_id,
        testset_variant_id: variant.id,
        testset_revision_id: base.id,
        base_revision_id: base.id,
        delta,
        ...withMessage(message),
      },
      ...withoutRows,
    },
    control,
  )

/** Commits the draft to a variant of its own, forked from the base revision. The draft is safe there until it is merged. */
async function branchDraft(api: Api, request: CommitRequest): Promise<Variant> {
  const { variant, base, delta, message, control } = request
  const { testset_variant: branch } = await api.testsets.fork({
    testset_variant: { name: `Changes of version ${base.version}` },
    testset_revision_ref: { id: base.id },
  })
  if (branch === undefined) throw new Error('The variant was not created.')
  const commit = {
    testset_id: variant.testset_id,
    testset_variant_id: branch.id,
    delta,
    ...withMessage(message),
  }
  try {
    await api.commitTestset({ testset_revision_commit: commit, ...withoutRows }, control)
  } catch (error) {
    // The commit was cancelled or refused: the variant contains no changes of the draft.
    await api.testsets.archiveVariant(branch.id)
    throw error
  }
  return branch
}

/** Merges the draft. Returns the variant of the draft when there are conflicts; undefined: the merge is done. */
export async function mergeDraft(api: Api, request: CommitRequest): Promise<Variant | undefined> {
  const branch = await branchDraft(api, request)
  try {
    await api.testsets.merge(
      {
        testset_variant_ref: { id: request.variant.id },
        source_testset_variant_ref: { id: branch.id },
        ...withMessage(request.message),
        ...withoutRows,
      },
      { timeoutMs: 0 },
    )
  } catch (error) {
    if (error instanceof AssayError && error.code === 'merge_conflict') return branch
    throw error
  }
  await api.testsets.archiveVariant(branch.id)
  return undefined
}
