// Where the items of a new queue come from, and how it is made of them.
import { listRequest, type Api } from '../api.ts'
import { assignmentsOf } from './assignments.ts'

export type QueueSource =
  | { readonly kind: 'traces'; readonly traceIds: readonly string[] }
  | { readonly kind: 'filter'; readonly filter: string; readonly days: number }
  | { readonly kind: 'testset' | 'query'; readonly revisionId: string; readonly name: string }
  | { readonly kind: 'failures'; readonly runId: string }

export interface NewQueueRequest {
  readonly name: string
  readonly source: QueueSource
  /** Revisions of evaluators. */
  readonly evaluators: readonly string[]
  /** Keys of those who judge; none: whoever comes. */
  readonly people: readonly string[]
  /** How many people judge each item. */
  readonly repeats: number
}

/** So many items a queue begins with; more can be added. */
export const itemsMax = 1000

async function filteredTraces(api: Api, filter: string, days: number): Promise<readonly string[]> {
  const oldest = new Date(Date.now() - days * 86_400_000).toISOString()
  const { spans } = await api.spans.query({
    ...listRequest(filter),
    fields: ['start_time'],
    windowing: { oldest, limit: itemsMax },
  })
  return [
    ...new Set((spans as readonly object[] as readonly { trace_id: string }[]).map((one) => one.trace_id)),
  ]
}

interface Statistics {
  readonly type?: string
  readonly rate?: number
}

/** A judgement said no, in whatever repeat. */
const saysNo = (data: unknown): boolean =>
  Object.values((data ?? {}) as Readonly<Record<string, Readonly<Record<string, Statistics>>>>).some(
    (paths) =>
      Object.values(paths).some(({ type, rate }) => type === 'binary' && rate !== undefined && rate < 1),
  )

/** The steps whose traces are looked at: what was called, else what the rows came from. */
async function judgedSteps(api: Api, runId: string): Promise<readonly string[]> {
  const { run } = await api.runs.fetch(runId)
  const { steps = [] } = (run?.data ?? {}) as { readonly steps?: readonly { key: string; type: string }[] }
  const of = (type: string) => steps.filter((step) => step.type === type).map(({ key }) => key)
  return [...of('invocation'), ...of('input')]
}

/** The traces of those rows of a run that failed, or that a judgement said no to. */
async function failedTraces(api: Api, runId: string): Promise<readonly string[]> {
  const judged = await judgedSteps(api, runId)
  const found: string[] = []
  for await (const { scenarios } of api.scenarios
    .query({ scenario: { run_id: runId }, windowing: { limit: 500 } })
    .pages()) {
    const ids = scenarios.map(({ id }) => id)
    const { metrics } = await api.metrics.query({ metrics: { run_id: runId, scenario_ids: ids } })
    const bad = new Set(metrics.filter(({ data }) => saysNo(data)).map(({ scenario_id }) => scenario_id))
    for (const { id, status, links = {} } of scenarios) {
      if (!bad.has(id) && status !== 'errors' && status !== 'failure') continue
      const [link] = judged.flatMap((key) => (Object.hasOwn(links, key) ? [links[key] ?? []].flat() : []))
      if (link !== undefined) found.push(link.trace_id)
    }
    if (found.length >= itemsMax) break
  }
  return found.slice(0, itemsMax)
}

async function tracesOf(api: Api, source: QueueSource): Promise<readonly string[] | undefined> {
  switch (source.kind) {
    case 'traces':
      return source.traceIds
    case 'filter':
      return filteredTraces(api, source.filter, source.days)
    case 'failures':
      return failedTraces(api, source.runId)
    default:
      return undefined
  }
}

/** What a queue is called when nobody says it. */
function nameOf(source: QueueSource): string {
  switch (source.kind) {
    case 'traces':
      return 'Chosen traces'
    case 'filter':
      return source.filter === '' ? 'Newest traces' : source.filter
    case 'failures':
      return 'Failures of a run'
    default:
      return source.name
  }
}

/** Said to the person: there is nothing to judge. */
export class EmptyQueueError extends Error {
  override readonly name = 'NothingToJudge'
}

/** Makes the queue and answers its id. */
export async function createQueue(
  api: Api,
  { name, source, evaluators, people, repeats }: NewQueueRequest,
): Promise<string> {
  const traceIds = await tracesOf(api, source)
  if (traceIds?.length === 0) throw new EmptyQueueError('No trace is like that: there is nothing to judge.')
  const assignments = assignmentsOf(people, repeats)
  const from =
    source.kind === 'testset'
      ? { testsets: [source.revisionId] }
      : source.kind === 'query'
        ? { queries: [source.revisionId] }
        : { kind: 'traces' as const }
  const { queue } = await api.simpleQueues.create({
    queue: {
      name: name === '' ? nameOf(source) : name,
      data: { ...from, evaluators, repeats, ...(assignments === undefined ? {} : { assignments }) },
    },
  })
  const id = String(queue?.id)
  if (traceIds !== undefined) await api.simpleQueues.addTraces(id, { trace_ids: traceIds })
  return id
}
