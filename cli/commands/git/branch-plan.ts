// Decides how a round moves one branch of the mirror. Pure: reads the commits of both sides from its arguments.

export interface BranchTips {
  /** Undefined: the side has no such branch. */
  readonly assay: string | undefined
  readonly remote: string | undefined
  /** The commit that both sides had last. */
  readonly lastCommon: string | undefined
}

/** How the two commits are related. */
export type Relation = 'assay_is_behind' | 'remote_is_behind' | 'diverged'

export type BranchPlan =
  | { readonly action: 'none' }
  | { readonly action: 'to_assay' | 'to_remote'; readonly commit: string }
  /** Somebody deleted the branch, and the other side has nothing new. */
  | { readonly action: 'deleted'; readonly side: 'assay' | 'remote' }
  | { readonly action: 'diverged'; readonly assay: string; readonly remote: string }

export async function planBranch(
  { assay, remote, lastCommon }: BranchTips,
  relationOf: (assay: string, remote: string) => Promise<Relation>,
): Promise<BranchPlan> {
  if (assay === remote) return { action: 'none' }
  if (assay === undefined) {
    if (remote === undefined) return { action: 'none' }
    return remote === lastCommon
      ? { action: 'deleted', side: 'assay' }
      : { action: 'to_assay', commit: remote }
  }
  if (remote === undefined)
    return assay === lastCommon
      ? { action: 'deleted', side: 'remote' }
      : { action: 'to_remote', commit: assay }
  const relation = await relationOf(assay, remote)
  if (relation === 'remote_is_behind') return { action: 'to_remote', commit: assay }
  if (relation === 'assay_is_behind') return { action: 'to_assay', commit: remote }
  return { action: 'diverged', assay, remote }
}

/** Branches of the mirror itself: they exist in Assay only. */
export const ownPrefix = 'mirror-'
export const isOwnBranch = (branch: string): boolean => branch.startsWith(ownPrefix)

/** Slugs of variants; dots that Git refuses are escaped. */
export const isVariantName = (branch: string): boolean =>
  /^[a-zA-Z0-9_-][a-zA-Z0-9_.-]*$/.test(branch.replaceAll('%2e', '.')) && branch.length <= 200

/** Whether a name matches one of the patterns, where `*` is any text. No pattern: every name. */
export const isSelected = (branch: string, patterns: readonly string[]): boolean =>
  patterns.length === 0 ||
  patterns.some((pattern) => {
    const parts = pattern.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return new RegExp(`^${parts.join('.*')}$`).test(branch)
  })
