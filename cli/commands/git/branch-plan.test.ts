import { expect, test } from 'vitest'
import { isSelected, isVariantName, planBranch, type BranchPlan, type BranchTips } from './branch-plan.ts'
import { backoffMs } from './rounds.ts'

const planOf = (
  [assay, remote, lastCommon]: readonly (string | undefined)[],
  relation = 'diverged' as const,
) => {
  const tips: BranchTips = { assay, remote, lastCommon }
  return planBranch(tips, async () => relation)
}

const cases: readonly (readonly [string, readonly (string | undefined)[], BranchPlan])[] = [
  ['equal commits need nothing', ['a', 'a', 'x'], { action: 'none' }],
  [
    'a new variant is created on the remote',
    ['a', undefined, undefined],
    { action: 'to_remote', commit: 'a' },
  ],
  ['a new branch is created in Assay', [undefined, 'r', undefined], { action: 'to_assay', commit: 'r' }],
  [
    'a branch that was deleted on the remote is not created again',
    ['a', undefined, 'a'],
    { action: 'deleted', side: 'remote' },
  ],
  ['an archived variant is not restored', [undefined, 'r', 'r'], { action: 'deleted', side: 'assay' }],
  ['new revisions bring a deleted branch back', ['b', undefined, 'a'], { action: 'to_remote', commit: 'b' }],
  ['other commits diverge', ['a', 'r', 'x'], { action: 'diverged', assay: 'a', remote: 'r' }],
]

test.each(cases)('%s', async (_, tips, plan) => {
  expect(await planOf(tips)).toEqual(plan)
})

test('the side that is behind receives the commits of the other', async () => {
  const tips = { assay: 'a', remote: 'r', lastCommon: undefined }
  expect(await planBranch(tips, async () => 'assay_is_behind')).toEqual({ action: 'to_assay', commit: 'r' })
  expect(await planBranch(tips, async () => 'remote_is_behind')).toEqual({ action: 'to_remote', commit: 'a' })
})

test('patterns select branches, and every other character is literal', () => {
  expect(isSelected('main', [])).toBe(true)
  expect(isSelected('release-1', ['main', 'release-*'])).toBe(true)
  expect(isSelected('release', ['release-*'])).toBe(false)
  expect(isSelected('maxn', ['ma.n'])).toBe(false)
})

test('a branch is mirrored if its name can be a slug', () => {
  expect(['main', 'a.b-c_1', 'a%2e%2eb'].map(isVariantName)).toEqual([true, true, true])
  expect(['feature/x', 'a b', '.a', 'a%2f'].map(isVariantName)).toEqual([false, false, false, false])
})

test('pauses after failures double up to five minutes', () => {
  expect([1, 2, 3, 20, 200].map((failures) => backoffMs(failures, 60_000))).toEqual([
    5000, 10_000, 20_000, 300_000, 300_000,
  ])
  expect(backoffMs(1, 1000)).toBe(1000)
})
