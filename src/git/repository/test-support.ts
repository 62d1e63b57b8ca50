// Moves objects between a repository of Assay and a real one, without the protocol.
import { git, gitLine, newRepository } from '../objects/test-support.ts'
import { decodeCommit } from '../objects/commit.ts'
import { decodeTree } from '../objects/tree.ts'
import type { GitObject, ObjectId, ObjectType } from '../objects/objects.ts'
import type { RefCommand, RefResult, Repository } from '../objects/repository.ts'

const namedBy = ({ type, bytes }: GitObject): readonly ObjectId[] => {
  if (type === 'tree') return decodeTree(bytes).map(({ id }) => id)
  if (type !== 'commit') return []
  const { tree, parents } = decodeCommit(bytes)
  return [tree, ...parents]
}

/** Copies everything that the refs reach into `folder`, which git then checks. */
export async function fetchInto(folder: string, repository: Repository): Promise<void> {
  const { refs, head } = await repository.refs()
  const pending = refs.map(({ id }) => id)
  const seen = new Set<ObjectId>()
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    const object = await repository.read(id)
    if (object === undefined) throw new Error(`the object ${id} is missing`)
    const written = await git(folder, ['hash-object', '-w', '-t', object.type, '--stdin'], object.bytes)
    if (written.toString().trim() !== id) throw new Error(`the object ${id} has other bytes`)
    pending.push(...namedBy(object))
  }
  for (const { name, id } of refs) {
    const remote = name.replace('refs/heads/', 'refs/remotes/origin/')
    await git(folder, ['update-ref', remote, id])
  }
  await git(folder, ['fsck', '--strict'])
  const branch = head?.replace('refs/heads/', '') ?? ''
  if (refs.some(({ name }) => name === head))
    await git(folder, ['checkout', '-q', '-B', branch, `origin/${branch}`])
}

export async function cloneOf(repository: Repository): Promise<string> {
  const folder = await newRepository()
  await fetchInto(folder, repository)
  return folder
}

/** Pushes refs of the folder as git would: with the objects that the repository lacks. */
export async function pushFrom(
  { folder, repository }: { readonly folder: string; readonly repository: Repository },
  commands: readonly RefCommand[],
): Promise<readonly RefResult[]> {
  const objects = new Map<ObjectId, GitObject>()
  const ids = commands.flatMap(({ after }) => after ?? [])
  const lacking = ['rev-list', '--objects', ...ids, '--not', '--remotes=origin']
  const listed = ids.length === 0 ? '' : await gitLine(folder, lacking)
  for (const line of listed.split('\n').filter((each) => each !== '')) {
    const id = line.slice(0, 40)
    const type = (await gitLine(folder, ['cat-file', '-t', id])) as ObjectType
    objects.set(id, { type, bytes: await git(folder, ['cat-file', type, id]) })
  }
  return repository.push({ commands, objects })
}
