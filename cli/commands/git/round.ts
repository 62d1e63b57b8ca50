// One round of a mirror: reads both sides, then moves each branch that is behind. Nothing is forced but the tags of
// environments, which follow deployments.
import { AssayBranches, isAncestor } from './assay-branches.ts'
import { isOwnBranch, isSelected, isVariantName, planBranch, type Relation } from './branch-plan.ts'
import { readState, writeState, type MirrorPair, type MirrorState } from './bare-repository.ts'
import type { GitProgram } from './git-program.ts'
import {
  branchRef,
  fetchRefs,
  listRefs,
  presentObjects,
  pushRef,
  tagRef,
  type PushResult,
  type SideName,
  type SideRefs,
} from './sides.ts'
import { mergeCommit } from './trivial-merge.ts'

export interface Mirror {
  readonly git: GitProgram
  readonly folder: string
  readonly pair: MirrorPair
  /** The slug of the artifact; undefined: the whole project, which has one branch and no variants. */
  readonly artifact: string | undefined
  /** Patterns of the branches; none: all. */
  readonly branches: readonly string[]
}

/** The outcome for a branch or tag. */
export interface BranchReport {
  readonly branch: string
  readonly status: 'in_step' | 'pushed' | 'merged' | 'diverged' | 'refused' | 'deleted' | 'skipped' | 'moved'
  readonly side?: SideName
  readonly commit?: string
  /** The variant in Assay that has the commits of the remote. */
  readonly variant?: string
  readonly reason?: string
}

interface Round extends Mirror {
  readonly assay: SideRefs
  readonly remote: SideRefs
  readonly state: MirrorState
  readonly pusher: AssayBranches
}

const projectBranch = 'main'
const notOfAProject = `a project has the branch ${projectBranch} only.`
const notAVariant = 'the name of a variant has letters, digits, _, - and dots.'

const reportOf = (
  result: PushResult,
  { branch, side, commit }: { readonly branch: string; readonly side: SideName; readonly commit: string },
): BranchReport =>
  result.status === 'refused'
    ? { branch, status: 'refused', side, reason: result.reason }
    : { branch, status: result.status, side, commit }

/**
 * How the commits of both sides are related. The remote may have all commits of Assay and still diverge: Assay
 * fast-forwards only along first parents.
 */
async function relationOf(
  { git, pusher }: Round,
  { branch, assay, remote }: { readonly branch: string; readonly assay: string; readonly remote: string },
): Promise<Relation> {
  if (await isAncestor(git, { older: remote, newer: assay })) return 'remote_is_behind'
  return (await pusher.canForward(branch, remote)) ? 'assay_is_behind' : 'diverged'
}

/** The remote's commits become a variant. A trivial merge is done here; a person does every other one. */
async function diverge(
  { git, pusher, artifact }: Round,
  { branch, assay, remote }: { readonly branch: string; readonly assay: string; readonly remote: string },
): Promise<BranchReport> {
  if (artifact === undefined) return { branch, status: 'diverged', commit: remote }
  const { variant, result } = await pusher.pushVariant(branch, remote)
  if (result.status !== 'pushed')
    return { ...reportOf(result, { branch, side: 'assay', commit: remote }), variant }
  const commit = await mergeCommit(git, { assay, remote })
  if (commit === undefined) return { branch, status: 'diverged', commit: remote, variant }
  const pushResult = await pusher.push(branch, commit)
  if (pushResult.status !== 'pushed')
    return { ...reportOf(pushResult, { branch, side: 'assay', commit }), variant }
  const push = await pushRef(git, { side: 'remote', id: commit, ref: branchRef(branch) })
  if (push.status !== 'pushed') return { ...reportOf(push, { branch, side: 'remote', commit }), variant }
  return { branch, status: 'merged', commit, variant }
}

async function moveBranch(round: Round, branch: string): Promise<BranchReport> {
  const { git, pusher, remote, state } = round
  const tips = {
    assay: pusher.tip(branch),
    remote: remote.branches.get(branch),
    lastCommon: state.lastCommon.get(branch),
  }
  if (tips.assay === undefined && !isVariantName(branch))
    return { branch, status: 'skipped', reason: notAVariant }
  if (round.artifact === undefined && branch !== projectBranch)
    return { branch, status: 'skipped', reason: notOfAProject }
  const plan = await planBranch(tips, (assay, remoteTip) =>
    relationOf(round, { branch, assay, remote: remoteTip }),
  )
  switch (plan.action) {
    case 'none': {
      // A merge commit of another branch needed this one first.
      const isPushed = tips.assay !== undefined && tips.assay !== round.assay.branches.get(branch)
      const commit = tips.assay === undefined ? {} : { commit: tips.assay }
      return isPushed
        ? { branch, status: 'pushed', side: 'assay', ...commit }
        : { branch, status: 'in_step', ...commit }
    }
    case 'deleted':
      return { branch, status: 'deleted', side: plan.side }
    case 'to_assay': {
      const { commit } = plan
      return reportOf(await pusher.push(branch, commit), { branch, side: 'assay', commit })
    }
    case 'to_remote': {
      const { commit } = plan
      const result = await pushRef(git, { side: 'remote', id: commit, ref: branchRef(branch) })
      return reportOf(result, { branch, side: 'remote', commit })
    }
    case 'diverged':
      return diverge(round, { branch, ...plan })
  }
}

/** Deployments are Assay's: its tags replace those of the remote. */
async function moveTags({ git, assay, remote }: Round): Promise<readonly BranchReport[]> {
  const reports: BranchReport[] = []
  for (const [environment, commit] of assay.tags) {
    const replaces = remote.tags.get(environment)
    if (replaces === commit) continue
    const result = await pushRef(git, {
      side: 'remote',
      id: commit,
      ref: tagRef(environment),
      replaces: replaces ?? '',
    })
    reports.push(reportOf(result, { branch: `env/${environment}`, side: 'remote', commit }))
  }
  return reports
}

/** Lists both sides and fetches their commits. Undefined: a ref moved meanwhile. */
async function readSides(mirror: Mirror): Promise<Round | undefined> {
  const { git, folder, artifact } = mirror
  const state = readState(folder)
  const [assay, remote] = await Promise.all([listRefs(git, 'assay'), listRefs(git, 'remote')])
  const isMirrored = (branch: string): boolean => isSelected(branch, mirror.branches) || isOwnBranch(branch)
  const assayRefs: SideRefs = {
    ...assay,
    branches: new Map([...assay.branches].filter(([name]) => isMirrored(name))),
  }
  const remoteRefs: SideRefs = {
    ...remote,
    branches: new Map([...remote.branches].filter(([name]) => isMirrored(name) && !isOwnBranch(name))),
  }
  const tipsOf = (refs: SideRefs): readonly string[] => [...refs.branches.values(), ...refs.tags.values()]
  const tips = [...state.tips, ...tipsOf(assayRefs), ...tipsOf(remoteRefs)]
  await fetchRefs(git, {
    side: 'assay',
    refs: [...[...assayRefs.branches.keys()].map(branchRef), ...[...assayRefs.tags.keys()].map(tagRef)],
    tips,
  })
  await fetchRefs(git, { side: 'remote', refs: [...remoteRefs.branches.keys()].map(branchRef), tips })
  const tipIds = [...tipsOf(assayRefs), ...remoteRefs.branches.values()]
  if ((await presentObjects(git, tipIds)).length < tipIds.length) return undefined
  const pusher = new AssayBranches(git, {
    assay: assayRefs.branches,
    remote: remoteRefs.branches,
    artifact: artifact ?? 'project',
  })
  return { ...mirror, assay: assayRefs, remote: remoteRefs, state, pusher }
}

/** The state after a round: the commits that both sides have now. */
function nextState({ state, assay, remote, branches }: Round, reports: readonly BranchReport[]): MirrorState {
  const commits = new Map(state.lastCommon)
  for (const { branch, status, commit } of reports) {
    const isCommon = status === 'in_step' || status === 'pushed' || status === 'merged'
    if (isCommon && commit !== undefined) commits.set(branch, commit)
  }
  // Another mirror of this folder may select other branches.
  for (const branch of [...commits.keys()].filter((name) => isSelected(name, branches))) {
    if (!assay.branches.has(branch) && !remote.branches.has(branch)) commits.delete(branch)
  }
  const tips = new Set([...assay.branches.values(), ...remote.branches.values(), ...commits.values()])
  return { lastCommon: commits, tips: [...tips] }
}

/** How often a round is repeated when others push at the same time. */
const attemptsMax = 5

export async function runRound(mirror: Mirror): Promise<readonly BranchReport[]> {
  const branchReports: BranchReport[] = []
  for (let attempt = 1; ; attempt++) {
    const round = await readSides(mirror)
    const isLast = attempt === attemptsMax
    if (round === undefined) {
      if (isLast) return [...branchReports, { branch: '*', status: 'moved' }]
      continue
    }
    const names = new Set([...round.assay.branches.keys(), ...round.remote.branches.keys()])
    const reports: BranchReport[] = []
    for (const branch of [...names].filter((name) => !isOwnBranch(name)).sort())
      reports.push(await moveBranch(round, branch))
    const tags = await moveTags(round)
    writeState(mirror.folder, { pair: mirror.pair, state: nextState(round, reports) })
    const roundReports = [...reports, ...tags]
    if (isLast || roundReports.every(({ status }) => status !== 'moved'))
      return [...branchReports, ...roundReports]
    branchReports.push(...roundReports.filter(({ status }) => status === 'pushed' || status === 'merged'))
  }
}
