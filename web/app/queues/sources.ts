// Creates a queue from traces, a filter, a testset, a query or the failures of a run.
import { membersOf, hasTexts } from '../../ui/records.ts'
import { listRequest, type Api } from '../api.ts'
import { nowMs } from '../../ui/time/clock.ts'
import { assignmentsOf, RefusedQueueError } from './assignments.ts'

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
  /** Key ids of the annotators; empty: anyone. */
  readonly people: readonly string[]
  /** The number of annotators per item. */
  readonly repeats: number
}

/** The maximum of items at creation; more can be added later. */
export const itemsMax = 1000

async function filteredTraces(api: Api, filter: string, days: number): Promise<readonly string[]> {
  const oldest = new Date(nowMs() - days * 86_400_000).toISOString()
  const { spans } = await api.spans.query({
    ...listRequest(filter),
    fields: ['start_time'],
    windowing: { oldest, limit: itemsMax },
  })
  const hasTraceId = hasTexts<{ readonly trace_id: string }>('trace_id')
  return [...new Set(spans.filter(hasTraceId).map((one) => one.trace_id))]
}

/** Whether any repeat has a negative binary verdict. */
const hasNegativeVerdict = (data: unknown): boolean =>
  Object.values(membersOf(data))
    .flatMap((paths) => Object.values(membersOf(paths)).map(membersOf))
    .some(({ type, rate }) => type === 'binary' && typeof rate === 'number' && rate < 1)

/** The steps whose traces are queued: invocations first, then inputs. */
async function stepKeys(api: Api, runId: string): Promise<readonly string[]> {
  const { run } = await api.runs.fetch(runId)
  const { steps } = membersOf(run?.data)
  const isStep = hasTexts<{ readonly key: string; readonly type: string }>('key', 'type')
  const validSteps = Array.isArray(steps) ? steps.filter(isStep) : []
  const keysOfType = (type: string) => validSteps.filter((step) => step.type === type).map(({ key }) => key)
  return [...keysOfType('invocation'), ...keysOfType('input')]
}

/** The traces of rows that failed or got a negative verdict. */
async function failedTraces(api: Api, runId: string): Promise<readonly string[]> {
  const steps = await stepKeys(api, runId)
  const traceIds: string[] = []
  for await (const { scenarios } of api.scenarios
    .query({ scenario: { run_id: runId }, windowing: { limit: 500 } })
    .pages()) {
    const ids = scenarios.map(({ id }) => id)
    const { metrics } = await api.metrics.query({ metrics: { run_id: runId, scenario_ids: ids } })
    const negativeRows = new Set(
      metrics.filter(({ data }) => hasNegativeVerdict(data)).map(({ scenario_id }) => scenario_id),
    )
    for (const { id, status, links = {} } of scenarios) {
      if (!negativeRows.has(id) && status !== 'errors' && status !== 'failure') continue
      const [link] = steps.flatMap((key) => (Object.hasOwn(links, key) ? [links[key] ?? []].flat() : []))
      if (link !== undefined) traceIds.push(link.trace_id)
    }
    if (traceIds.length >= itemsMax) break
  }
  return traceIds.slice(0, itemsMax)
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

/** The default name of a queue. */
function nameOf(source: QueueSource): string {
  switch (source.kind) {
    case 'traces':
      return 'Selected traces'
    case 'filter':
      return source.filter === '' ? 'Newest traces' : source.filter
    case 'failures':
      return 'Failures of a run'
    default:
      return source.name
  }
}

/** Creates the queue and returns its id. */
export async function createQueue(
  api: Api,
  { name, source, evaluators, people, repeats }: NewQueueRequest,
): Promise<string> {
  const assignments = assignmentsOf(people, repeats)
  const traceIds = await tracesOf(api, source)
  if (traceIds?.length === 0) throw new RefusedQueueError('No traces match. The queue would be empty.')
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
