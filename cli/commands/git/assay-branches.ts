// Pushes commits of the remote to Assay. Assay accepts a merge commit after the commits that it merges, so those are
// pushed first: by the branch that has them, or as a variant of the mirror.
import { isOwnBranch, ownPrefix } from './branch-plan.ts'
import type { GitProgram } from './git-program.ts'
import { branchRef, pushRef, type PushResult } from './sides.ts'

interface ChainCommit {
  readonly id: string
  readonly parents: readonly string[]
}

/** Commits per push; Assay accepts 1,000. */
const stepCommits = 500
/** Digits of a commit id in the name of a variant. */
const shortIdLength = 12
/** Variants of one diverged branch: each rewritten history of the remote needs another one. */
const variantsMax = 100

export const isAncestor = async (
  git: GitProgram,
  { older, newer }: { readonly older: string; readonly newer: string },
): Promise<boolean> => (await git.run(['merge-base', '--is-ancestor', older, newer])).code === 0

/** The commits along first parents that the excluded ones do not reach, oldest first. */
async function firstParents(
  git: GitProgram,
  { id, exclude }: { readonly id: string; readonly exclude: readonly string[] },
): Promise<readonly ChainCommit[]> {
  const args = ['rev-list', '--first-parent', '--parents', '--reverse', '--stdin']
  const output = await git.text(args, {
    input: [id, ...exclude.map((excludedId) => `^${excludedId}`), ''].join('\n'),
  })
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [commit = '', ...parents] = line.split(' ')
      return { id: commit, parents }
    })
}

export class AssayBranches {
  readonly #git: GitProgram
  readonly #tips: Map<string, string>
  readonly #remote: ReadonlyMap<string, string>
  readonly #artifact: string
  /** Branches whose push is under way. The recursion ends there when two branches merged each other. */
  readonly #pushing = new Set<string>()

  constructor(
    git: GitProgram,
    sides: {
      readonly assay: ReadonlyMap<string, string>
      readonly remote: ReadonlyMap<string, string>
      /** The slug of the artifact. Slugs of variants are unique in a project. */
      readonly artifact: string
    },
  ) {
    this.#git = git
    this.#tips = new Map(sides.assay)
    this.#remote = sides.remote
    this.#artifact = sides.artifact
  }

  /** The commit of a branch in Assay, with the pushes of this round. */
  tip(branch: string): string | undefined {
    return this.#tips.get(branch)
  }

  /** Whether Assay accepts `id` as the next commits of the branch: only along first parents. */
  async canForward(branch: string, id: string): Promise<boolean> {
    const tip = this.#tips.get(branch)
    if (tip === undefined || tip === id) return true
    const [oldest] = await firstParents(this.#git, { id, exclude: [tip] })
    return oldest?.parents[0] === tip
  }

  /** Pushes the branch up to a commit. */
  async push(branch: string, id: string): Promise<PushResult> {
    this.#pushing.add(branch)
    try {
      return await this.#pushChain(branch, id)
    } finally {
      this.#pushing.delete(branch)
    }
  }

  /** Pushes commits that a branch cannot take as a variant of the mirror. Returns its name. */
  async pushVariant(
    branch: string,
    id: string,
  ): Promise<{ readonly variant: string; readonly result: PushResult }> {
    const base = `${ownPrefix}${this.#artifact}-${branch}`
    for (let number = 1; ; number++) {
      const variant = number === 1 ? base : `${base}-${number}`
      const tip = this.#tips.get(variant)
      if (tip !== undefined && (await isAncestor(this.#git, { older: id, newer: tip })))
        return { variant, result: { status: 'pushed' } }
      if (number < variantsMax && !(await this.canForward(variant, id))) continue
      return { variant, result: await this.push(variant, id) }
    }
  }

  async #pushChain(branch: string, id: string): Promise<PushResult> {
    const tip = this.#tips.get(branch)
    const exclude = tip === undefined ? [...this.#tips.values()] : [tip]
    const chain = await firstParents(this.#git, { id, exclude })
    let previous: string | undefined
    let waitingCount = 0
    for (const { id: commit, parents } of chain) {
      const mergedParents = parents.slice(1)
      const hasUnknownParent = (
        await Promise.all(mergedParents.map((parent) => this.#isKnown(parent)))
      ).includes(false)
      if (previous !== undefined && waitingCount > 0 && (hasUnknownParent || waitingCount >= stepCommits)) {
        const result = await this.#pushCommit(branch, previous)
        if (result.status !== 'pushed') return result
        waitingCount = 0
      }
      if (hasUnknownParent) {
        for (const parent of mergedParents) {
          const result = await this.#pushMerged(parent)
          if (result.status !== 'pushed') return result
        }
      }
      previous = commit
      waitingCount++
    }
    return this.#pushCommit(branch, id)
  }

  async #pushMerged(id: string): Promise<PushResult> {
    if (await this.#isKnown(id)) return { status: 'pushed' }
    for (const [branch, tip] of this.#remote) {
      if (this.#pushing.has(branch) || isOwnBranch(branch)) continue
      if (!(await isAncestor(this.#git, { older: id, newer: tip }))) continue
      if (!(await this.canForward(branch, tip))) continue
      const result = await this.push(branch, tip)
      if (result.status === 'pushed' && (await this.#isKnown(id))) return result
    }
    return this.push(`${ownPrefix}${this.#artifact}-${id.slice(0, shortIdLength)}`, id)
  }

  async #pushCommit(branch: string, id: string): Promise<PushResult> {
    if (this.#tips.get(branch) === id) return { status: 'pushed' }
    const result = await pushRef(this.#git, { side: 'assay', id, ref: branchRef(branch) })
    if (result.status === 'pushed') this.#tips.set(branch, id)
    return result
  }

  /** Whether a branch of Assay has the commit. */
  async #isKnown(id: string): Promise<boolean> {
    const tips = [...this.#tips.values()].map((tip) => `^${tip}`)
    const input = [id, ...tips, ''].join('\n')
    return (await this.#git.text(['rev-list', '--max-count=1', '--stdin'], { input })) === ''
  }
}
