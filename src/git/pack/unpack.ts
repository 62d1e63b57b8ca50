// Reads and checks the pack of a push in a worker thread, which ends at a time limit or when the client disconnects.
import { runInThread } from '../../kernel/thread.ts'
import { createPauses } from '../../kernel/time-slices.ts'
import { malformedError, type GitObject, type ObjectId } from '../objects/objects.ts'
import type { PushedObjects, Repository } from '../objects/repository.ts'
import { tooLarge, type PackLimits } from './pack.ts'
import { requireType, type Link } from './pushed-objects.ts'

export interface UnpackWork {
  readonly pack: Uint8Array
  /** The new ids of all refs. */
  readonly tips: readonly ObjectId[]
  readonly limits: PackLimits
}

export interface PushedObject extends GitObject {
  readonly id: ObjectId
}

async function unpackInThread(
  work: UnpackWork,
  {
    repository,
    signal,
  }: { readonly repository: Pick<Repository, 'read' | 'locate'>; readonly signal: AbortSignal },
): Promise<{ readonly objects: PushedObjects; readonly externalLinks: readonly Link[] }> {
  const objects = new Map<ObjectId, GitObject>()
  const calls = new Map<string, (args: never) => unknown>([
    [
      'base',
      async (id) => {
        await repository.locate?.(id)
        return repository.read(id)
      },
    ],
    [
      'objects',
      (block: readonly PushedObject[]) => {
        for (const { id, type, bytes } of block) objects.set(id, { type, bytes })
      },
    ],
  ])
  const program = new URL('unpack-thread.ts', import.meta.url)
  const externalLinks = await runInThread<readonly Link[]>(program, work, calls, signal)
  return { objects, externalLinks }
}

/**
 * The checked objects of a push (see PushedObjects). Throws an error for the person who pushed when the pack is
 * malformed, exceeds a limit, or refers to objects that neither it nor the repository has.
 */
export async function unpackPush(
  work: UnpackWork,
  {
    repository,
    signal,
  }: { readonly repository: Pick<Repository, 'read' | 'locate'>; readonly signal: AbortSignal },
): Promise<PushedObjects> {
  const { secondsMax } = work.limits
  const deadline = new AbortController()
  const expire = (): void =>
    deadline.abort(tooLarge(`It takes more than ${secondsMax} seconds to check the push.`))
  const timer = setTimeout(expire, secondsMax * 1000)
  const signalWithDeadline = AbortSignal.any([signal, deadline.signal])
  try {
    const { objects, externalLinks } = await unpackInThread(work, { repository, signal: signalWithDeadline })
    const pauses = createPauses()
    for (const link of externalLinks) {
      signalWithDeadline.throwIfAborted()
      if (pauses.isDue()) await pauses.next()
      await repository.locate?.(link.id, link.path)
      const object = await repository.read(link.id)
      if (object === undefined) throw malformedError(missingObjectMessage(link))
      requireType(link, object)
    }
    for (const [id, { bytes }] of objects) {
      signalWithDeadline.throwIfAborted()
      if (pauses.isDue()) await pauses.next()
      const storedObject = await repository.read(id)
      if (storedObject !== undefined && Buffer.compare(storedObject.bytes, bytes) !== 0) {
        throw malformedError(`The object ${id} exists with different bytes.`)
      }
    }
    return objects
  } finally {
    clearTimeout(timer)
  }
}

const missingObjectMessage = ({ id, path }: Link): string =>
  `The push lacks the object ${id}${path === '' ? '' : ` of ${JSON.stringify(path)}`}. A push from a shallow or partial clone must be complete.`
