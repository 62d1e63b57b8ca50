// Trivial merges: one side has all changes of the other. The commit depends only on its parents, so two mirrors create
// the same one.
import { isAncestor } from './assay-branches.ts'
import type { GitProgram } from './git-program.ts'

interface Sides {
  readonly assay: string
  readonly remote: string
}

const treeOf = (git: GitProgram, commit: string): Promise<string> =>
  git.text(['rev-parse', `${commit}^{tree}`])

/** Undefined: a person has to merge. */
async function mergedTree(git: GitProgram, { assay, remote }: Sides): Promise<string | undefined> {
  if (await isAncestor(git, { older: assay, newer: remote })) return treeOf(git, remote)
  const tree = await treeOf(git, assay)
  if (tree === (await treeOf(git, remote))) return tree
  // Git 2.38 and newer; an older one leaves the merge to a person.
  const { code, stdout } = await git.run(['merge-tree', '--write-tree', assay, remote])
  return code === 0 && stdout.trim() === tree ? tree : undefined
}

/** The merge of the remote's commit into Assay's; undefined: it needs a person. */
export async function mergeCommit(git: GitProgram, sides: Sides): Promise<string | undefined> {
  const tree = await mergedTree(git, sides)
  if (tree === undefined) return undefined
  const { assay, remote } = sides
  const dates = await git.text(['show', '--no-patch', '--format=%ct', assay, remote])
  const seconds = Math.max(...dates.split('\n').map(Number))
  const signature = `Assay mirror <mirror@assay.invalid> ${seconds} +0000`
  const lines = [
    `tree ${tree}`,
    `parent ${assay}`,
    `parent ${remote}`,
    `author ${signature}`,
    `committer ${signature}`,
  ]
  const input = `${lines.join('\n')}\n\nMerge the commits of the remote\n`
  return git.text(['hash-object', '-t', 'commit', '-w', '--stdin'], { input })
}
