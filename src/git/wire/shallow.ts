// The boundary of a shallow clone: commits that a client has without their parents.
import { malformedError, type ObjectId } from '../objects/objects.ts'
import type { FetchRequest } from './fetch-request.ts'
import type { History } from './history.ts'

export interface Boundary {
  /** Commits that the client must treat as having no parents, those that it knows included. */
  readonly shallow: ReadonlySet<ObjectId>
  /** Commits of the client's boundary whose parents it now receives. */
  readonly unshallow: readonly ObjectId[]
}

interface Cut {
  /** The commits within the new boundary. */
  readonly commits: ReadonlySet<ObjectId>
  readonly shallow: ReadonlySet<ObjectId>
}

/** Breadth first, so that each commit has its least depth. */
async function cutByDepth(
  history: History,
  { starts, depth }: { readonly starts: readonly ObjectId[]; readonly depth: number },
): Promise<Cut> {
  const reachable = new Set<ObjectId>()
  const shallow = new Set<ObjectId>()
  let level = starts
  for (let at = 1; level.length > 0; at += 1) {
    const parents = new Set<ObjectId>()
    for (const id of level) {
      const commit = reachable.has(id) ? undefined : await history.commit(id)
      if (commit === undefined) continue
      reachable.add(id)
      if (at >= depth && commit.parents.length > 0) shallow.add(id)
      if (at < depth) for (const parent of commit.parents) parents.add(parent)
    }
    level = [...parents]
  }
  return { commits: reachable, shallow }
}

async function excludedBy(history: History, names: readonly string[]): Promise<ReadonlySet<ObjectId>> {
  if (names.length === 0) return new Set()
  const { refs } = await history.repository.refs()
  const ids = names.map((name) => {
    const ref = refs.find((candidate) =>
      [name, `refs/tags/${name}`, `refs/heads/${name}`].includes(candidate.name),
    )
    if (ref === undefined) throw malformedError(`git upload-pack: ambiguous deepen-not: ${name}`)
    return ref.id
  })
  return history.reach(await history.commitsBehind(ids), {})
}

/** Commits that are new enough and not excluded; those with a parent outside are the boundary. */
async function cutByRule(
  history: History,
  { wants, request }: { readonly wants: readonly ObjectId[]; readonly request: FetchRequest },
): Promise<Cut> {
  const excludedIds = await excludedBy(history, request.excludedRefs)
  const includedIds = new Set<ObjectId>()
  for (const id of await history.reach(wants, { excludedIds })) {
    const commit = await history.commit(id)
    if (commit !== undefined && commit.seconds >= (request.since ?? 0)) includedIds.add(id)
  }
  if (includedIds.size === 0) throw malformedError('no commits selected for shallow requests')
  const shallow = new Set<ObjectId>()
  for (const id of includedIds) {
    const parents = (await history.commit(id))?.parents ?? []
    if (parents.some((parent) => !includedIds.has(parent))) shallow.add(id)
  }
  return { commits: includedIds, shallow }
}

export const changesDepth = ({ depth, since, excludedRefs }: FetchRequest): boolean =>
  depth !== undefined || since !== undefined || excludedRefs.length > 0

/** The boundary after this fetch. Without a change of depth it is that of the client. */
export async function boundaryOf(history: History, request: FetchRequest): Promise<Boundary> {
  if (!changesDepth(request)) return { shallow: new Set(request.shallows), unshallow: [] }
  const wantedCommits = await history.commitsBehind(request.wants)
  const { depth, isDepthRelative } = request
  const boundary =
    depth === undefined
      ? await cutByRule(history, { wants: wantedCommits, request })
      : await cutByDepth(
          history,
          isDepthRelative
            ? await relativeStart(history, { wants: wantedCommits, request })
            : { starts: wantedCommits, depth },
        )
  const unshallow = request.shallows.filter((id) => boundary.commits.has(id) && !boundary.shallow.has(id))
  // Boundary commits of the client that this fetch does not reach stay as they are.
  const remaining = request.shallows.filter((id) => !boundary.commits.has(id))
  return { shallow: new Set([...boundary.shallow, ...remaining]), unshallow }
}

/** `--deepen=<n>` counts from the boundary of the client. */
async function relativeStart(
  history: History,
  { wants, request }: { readonly wants: readonly ObjectId[]; readonly request: FetchRequest },
): Promise<{ readonly starts: readonly ObjectId[]; readonly depth: number }> {
  const reachable = await history.reach(wants, {})
  const starts = request.shallows.filter((id) => reachable.has(id))
  return { starts, depth: (request.depth ?? 0) + 1 }
}
