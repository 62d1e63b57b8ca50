// Selects the next entries of the inbox fairly: many payloads of one project do not delay those of others. Projects
// that use one share (projects.share_id) are served together.
import { sql, type Kysely } from 'kysely'
import type { Capabilities, Tables } from '../schema.ts'

interface WaitingEntry {
  readonly id: string
  readonly bytes: number
}

/** The waiting entries of one project, oldest first; the first `selectedCount` of them are in the batch. */
interface ProjectQueue {
  readonly projectId: string
  readonly shareId: string
  readonly entries: WaitingEntry[]
  /** Whether more entries may follow. */
  hasMore: boolean
  selectedCount: number
  selectedBytes: number
}

export interface BatchRequest {
  readonly now: string
  readonly untilMax: string
  readonly bytesMax: number
  readonly entriesMax: number
  readonly afterProject?: string | undefined
}

/** The most projects per batch. The next batch starts with the projects after them. */
const projectsMax = 64

/**
 * Projects with waiting entries, in the order of their ids: one index step per project, for any number of entries.
 */
async function waitingProjects(
  db: Kysely<Tables>,
  { after, upTo }: { readonly after: string; readonly upTo?: string },
  limit: number,
): Promise<readonly string[]> {
  if (limit <= 0) return []
  const { rows } = await sql<{ readonly project_id: string }>`
    with recursive waiting (project_id) as (
      select min(project_id) from inbox where project_id > ${after}
      union all
      select (select min(inbox.project_id) from inbox where inbox.project_id > waiting.project_id)
      from waiting where waiting.project_id is not null
    )
    select project_id from waiting where project_id is not null limit ${sql.lit(limit)}`.execute(db)
  const ids = rows.map(({ project_id }) => project_id)
  return upTo === undefined ? ids : ids.filter((id) => id <= upTo)
}

async function nextProjects(db: Kysely<Tables>, after: string): Promise<readonly string[]> {
  const laterProjects = await waitingProjects(db, { after }, projectsMax)
  if (after === '') return laterProjects
  return [
    ...laterProjects,
    ...(await waitingProjects(db, { after: '', upTo: after }, projectsMax - laterProjects.length)),
  ]
}

async function sharesOf(
  db: Kysely<Tables>,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (projectIds.length < 2) return new Map()
  const rows = await db
    .selectFrom('projects')
    .select(['id', 'share_id'])
    .where('id', 'in', projectIds)
    .where('share_id', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, share_id }) => [id, share_id ?? id]))
}

/** Loads the next entries of a project queue. */
async function loadMore(
  db: Kysely<Tables>,
  capabilities: Capabilities,
  queue: ProjectQueue,
  { now, untilMax, limit }: { readonly now: string; readonly untilMax: string; readonly limit: number },
): Promise<void> {
  let oldest = db
    .selectFrom('inbox')
    .select(['id', 'bytes'])
    .where('project_id', '=', queue.projectId)
    .where('id', '>', queue.entries.at(-1)?.id ?? '')
    .where((eb) => eb.or([eb('held_until', '<', now), eb('held_until', '>', untilMax)]))
    .orderBy('id')
    .limit(limit)
  if (capabilities.rowLocks) oldest = oldest.forUpdate().skipLocked()
  const rows = await oldest.execute()
  queue.entries.push(...rows)
  queue.hasMore = rows.length === limit
}

/**
 * Selects a batch: always the next entry of the share with the fewest selected bytes, and of its projects the
 * one with the fewest. An entry that does not fit ends the selection for its project.
 */
export async function selectBatch(
  db: Kysely<Tables>,
  capabilities: Capabilities,
  { now, untilMax, bytesMax, entriesMax, afterProject = '' }: BatchRequest,
): Promise<{ readonly ids: readonly string[]; readonly lastProject: string | undefined }> {
  const projects = await nextProjects(db, afterProject)
  const limit = Math.ceil(entriesMax / Math.max(1, projects.length))
  const shares = await sharesOf(db, projects)
  const queues: ProjectQueue[] = []
  for (const projectId of projects) {
    const shareId = shares.get(projectId) ?? projectId
    const queue: ProjectQueue = {
      projectId,
      shareId,
      entries: [],
      hasMore: false,
      selectedCount: 0,
      selectedBytes: 0,
    }
    await loadMore(db, capabilities, queue, { now, untilMax, limit })
    queues.push(queue)
  }
  const ids: string[] = []
  const openQueues = new Set(queues)
  let bytes = 0
  const shareBytes = new Map<string, number>()
  const bytesOfShare = ({ shareId }: ProjectQueue): number => shareBytes.get(shareId) ?? 0
  const isLess = (a: ProjectQueue, b: ProjectQueue): boolean =>
    bytesOfShare(a) < bytesOfShare(b) ||
    (bytesOfShare(a) === bytesOfShare(b) && a.selectedBytes < b.selectedBytes)
  while (openQueues.size > 0 && ids.length < entriesMax) {
    const queue = [...openQueues].reduce((leastQueue, queue) =>
      isLess(queue, leastQueue) ? queue : leastQueue,
    )
    if (queue.selectedCount === queue.entries.length && queue.hasMore) {
      await loadMore(db, capabilities, queue, { now, untilMax, limit: entriesMax - ids.length })
    }
    const next = queue.entries[queue.selectedCount]
    if (next === undefined || (ids.length > 0 && bytes + next.bytes > bytesMax)) {
      openQueues.delete(queue)
      continue
    }
    ids.push(next.id)
    queue.selectedCount += 1
    queue.selectedBytes += next.bytes
    shareBytes.set(queue.shareId, bytesOfShare(queue) + next.bytes)
    bytes += next.bytes
  }
  return { ids, lastProject: queues.findLast(({ selectedCount }) => selectedCount > 0)?.projectId }
}
