// A repository in memory for tests, filled from a folder of the real `git`. It accepts every push whose refs did not
// move, except deletions.
import type { GitObject, ObjectId } from './objects.ts'
import { objectId } from './objects.ts'
import type { Push, Ref, RefResult, Repository } from './repository.ts'
import { git } from './test-support.ts'

export class MemoryRepository implements Repository {
  readonly objects = new Map<ObjectId, GitObject>()
  readonly tips = new Map<string, ObjectId>()
  head = 'refs/heads/main'

  async refs(): Promise<{ readonly refs: readonly Ref[]; readonly head: string }> {
    const refs = [...this.tips].map(([name, id]) => ({ name, id }))
    return { refs: refs.toSorted((left, right) => (left.name < right.name ? -1 : 1)), head: this.head }
  }

  async read(id: ObjectId): Promise<GitObject | undefined> {
    return this.objects.get(id)
  }

  async push({ commands, objects }: Push): Promise<readonly RefResult[]> {
    const results = commands.map(({ name, before, after }) => {
      if (after === undefined) return { name, refusal: 'Refs cannot be deleted.' }
      return this.tips.get(name) === before ? { name } : { name, refusal: 'The ref has moved.' }
    })
    if (results.some(({ refusal }) => refusal !== undefined)) {
      return results.map(({ name, refusal = 'Another ref was refused.' }) => ({ name, refusal }))
    }
    for (const [id, object] of objects) this.objects.set(id, object)
    for (const { name, after } of commands) if (after !== undefined) this.tips.set(name, after)
    return results
  }

  /** Adds all objects of a folder and takes over its refs. */
  async load(folder: string): Promise<void> {
    const batch = await git(folder, ['cat-file', '--batch', '--batch-all-objects'])
    for (let at = 0; at < batch.length;) {
      const line = batch.indexOf('\n', at)
      const [id = '', type, size] = batch.toString('latin1', at, line).split(' ')
      const end = line + 1 + Number(size)
      if (type !== 'commit' && type !== 'tree' && type !== 'blob' && type !== 'tag')
        throw new Error(`no type: ${type}`)
      const object = { type, bytes: batch.subarray(line + 1, end) } as const
      if (objectId(object) !== id) throw new Error(`the object ${id} has another id`)
      this.objects.set(id, object)
      at = end + 1
    }
    this.tips.clear()
    const refs = await git(folder, ['for-each-ref', '--format=%(refname) %(objectname)'])
    for (const line of refs.toString().split('\n').filter(Boolean)) {
      const [name = '', id = ''] = line.split(' ')
      this.tips.set(name, id)
    }
  }
}
