// Moves objects between a repository of Assay and a real one, without the protocol.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { git, gitLine, newRepository } from '../objects/test-support.ts'
import { decodeCommit } from '../objects/commit.ts'
import { decodeTree } from '../objects/tree.ts'
import { objectId, type GitObject, type ObjectId, type ObjectType } from '../objects/objects.ts'
import type { RefCommand, RefResult, Repository } from '../objects/repository.ts'
import type { Engine } from '../../versioning/engine.ts'
import type { RepositorySettings } from './context.ts'
import { noUsage } from '../../access/usage.ts'
import { systemClock } from '../../kernel/clock.ts'
import { defaultTestsetLimits } from '../../testsets/limits.ts'

const linkedIds = ({ type, bytes }: GitObject): readonly ObjectId[] => {
  if (type === 'tree') return decodeTree(bytes).map(({ id }) => id)
  if (type !== 'commit') return []
  const { tree, parents } = decodeCommit(bytes)
  return [tree, ...parents]
}

/** Writes an object as git stores a single one; fsck checks it. */
async function writeLoose(
  folder: string,
  { id, object: { type, bytes } }: { readonly id: ObjectId; readonly object: GitObject },
): Promise<void> {
  const directory = join(folder, '.git/objects', id.slice(0, 2))
  await mkdir(directory, { recursive: true })
  const content = deflateSync(Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes]))
  await writeFile(join(directory, id.slice(2)), content)
}

/** The objects with these ids, from one process. */
async function readObjects(
  folder: string,
  ids: readonly ObjectId[],
): Promise<ReadonlyMap<ObjectId, GitObject>> {
  const output = await git(folder, ['cat-file', '--batch'], ids.map((id) => `${id}\n`).join(''))
  const objects = new Map<ObjectId, GitObject>()
  for (let at = 0; at < output.length;) {
    const end = output.indexOf('\n', at)
    const [id = '', type, size] = output.toString('latin1', at, end).split(' ')
    const to = end + 1 + Number(size)
    objects.set(id, { type: type as ObjectType, bytes: output.subarray(end + 1, to) })
    at = to + 1
  }
  return objects
}

/** Copies everything that the refs reach into `folder`, which git then checks. */
export async function fetchInto(folder: string, repository: Repository): Promise<void> {
  const { refs, head } = await repository.refs()
  const pendingIds = refs.map(({ id }) => id)
  const visitedIds = new Set<ObjectId>()
  for (let id = pendingIds.pop(); id !== undefined; id = pendingIds.pop()) {
    if (visitedIds.has(id)) continue
    visitedIds.add(id)
    const object = await repository.read(id)
    if (object === undefined) throw new Error(`the object ${id} is missing`)
    if (objectId(object) !== id) throw new Error(`the object ${id} has other bytes`)
    await writeLoose(folder, { id, object })
    pendingIds.push(...linkedIds(object))
  }
  const updates = refs.map(
    ({ name, id }) => `update ${name.replace('refs/heads/', 'refs/remotes/origin/')} ${id}\n`,
  )
  await git(folder, ['update-ref', '--stdin'], updates.join(''))
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
  const ids = commands.flatMap(({ after }) => after ?? [])
  const revListArgs = ['rev-list', '--objects', ...ids, '--not', '--remotes=origin']
  const objectList = ids.length === 0 ? '' : await gitLine(folder, revListArgs)
  const lines = objectList.split('\n').filter((line) => line !== '')
  const objects = await readObjects(
    folder,
    lines.map((line) => line.slice(0, 40)),
  )
  return repository.push({ commands, objects })
}

/** Settings without limits of usage; payloads are not checked by the schemas of the interface. */
export const repositorySettings = (engine: Engine): RepositorySettings => ({
  engine,
  testsets: { clock: systemClock(), salt: '', limits: defaultTestsetLimits, usageLimits: noUsage },
  checkData: async (_, { data }) => data,
})
