// Queries of the queue pages: the list with its progress, one queue with its forms, and the content of an item.
import { recordsWith, membersOf, hasTexts, firstPage } from '../ui/records.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Api } from '../app/api.ts'
import { asSpan } from '../app/spans/span.ts'
import type { FormSchema } from '../ui/forms/schema-fields.ts'
import type { StepForm } from '../ui/forms/questions/questions.ts'

interface Reference {
  readonly id?: string
  readonly slug?: string
  readonly version?: string
}

interface Step {
  readonly key: string
  readonly type: 'input' | 'invocation' | 'annotation'
  readonly origin: 'custom' | 'human' | 'auto'
  readonly references: Readonly<Record<string, Reference | undefined>>
}

interface RunRecord {
  readonly id: string
  readonly name?: string
  readonly flags?: Readonly<Record<string, boolean>>
  readonly data?: { readonly steps?: readonly Step[]; readonly repeats?: number }
}

interface QueueRecord {
  readonly id: string
  readonly run_id: string
  readonly name?: string
  readonly created_at: string
  readonly data?: { readonly kind?: string; readonly step_keys?: readonly string[] }
}

export type Progress = Awaited<ReturnType<Api['queues']['progress']>>['progress'][number]
export type Item = NonNullable<Awaited<ReturnType<Api['queues']['takeItem']>>['item']>
export type Agreement = NonNullable<Awaited<ReturnType<Api['queues']['agreement']>>['agreement']>

/** A record that a step refers to. */
export interface NamedRecord {
  readonly name: string
  readonly version?: string
}

const stepsOf = ({ data }: Pick<RunRecord, 'data'>, type: Step['type']): readonly Step[] =>
  (data?.steps ?? []).filter((step) => step.type === type)

function recordOf({ key, references }: Step): NamedRecord {
  for (const kind of ['evaluator', 'testset', 'query']) {
    const slug = references[kind]?.slug
    const version = references[`${kind}_revision`]?.version
    if (slug !== undefined) return { name: slug, ...(version === undefined ? {} : { version }) }
  }
  return { name: key }
}

export interface ListedQueue {
  readonly id: string
  readonly name: string | undefined
  readonly kind: string
  readonly sources: readonly NamedRecord[]
  readonly evaluators: readonly NamedRecord[]
  readonly isClosed: boolean
  readonly createdAt: string
  readonly progress: Progress | undefined
}

const isRun = hasTexts<RunRecord>('id')
const isQueue = hasTexts<QueueRecord>('id', 'run_id')

const pageSize = 50

async function withProgress(
  api: Api,
  { queues, signal }: { readonly queues: readonly QueueRecord[]; readonly signal: AbortSignal },
): Promise<readonly ListedQueue[]> {
  if (queues.length === 0) return []
  const ids = queues.map(({ run_id }) => run_id)
  const [{ runs }, { progress }] = await Promise.all([
    api.runs.query({ run: { ids }, windowing: { limit: ids.length } }, { signal }),
    api.queues.progress({ queue_ids: queues.map(({ id }) => id) }, { signal }),
  ])
  const runsById = new Map(recordsWith<RunRecord>(runs, 'id').map((run) => [run.id, run]))
  const progressByQueueId = new Map(progress.map((one) => [one.queue_id, one]))
  return queues.map(({ id, run_id, name, data, created_at }) => {
    const run = runsById.get(run_id) ?? { id: run_id }
    return {
      id,
      name,
      kind: data?.kind ?? 'traces',
      sources: stepsOf(run, 'input').map(recordOf),
      evaluators: stepsOf(run, 'annotation').map(recordOf),
      isClosed: run.flags?.['is_closed'] === true,
      createdAt: created_at,
      progress: progressByQueueId.get(id),
    }
  })
}

export const queuesQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: [api.projectId, 'queues', 'list'],
    queryFn: async ({ signal, pageParam }) => {
      const answer = await api.simpleQueues.query({ windowing: pageParam ?? { limit: pageSize } }, { signal })
      const queues = recordsWith<QueueRecord>(answer.queues, 'id', 'run_id')
      return { queues: await withProgress(api, { queues, signal }), windowing: answer.windowing }
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ windowing }) => windowing,
  })

export interface QueueDetails {
  readonly id: string
  readonly name: string
  readonly runId: string
  readonly isClosed: boolean
  readonly repeats: number
  readonly forms: readonly StepForm[]
}

/** The form for the outputs of an evaluator's revision. */
async function formOf(api: Api, { step, signal }: { step: Step; signal: AbortSignal }): Promise<StepForm> {
  const { name } = recordOf(step)
  const id = step.references['evaluator_revision']?.id ?? ''
  const { evaluator_revision: revision } = await api.evaluators.fetchRevision(id, {}, { signal })
  const { schemas } = (revision?.data ?? {}) as { readonly schemas?: { readonly outputs?: FormSchema } }
  return { stepKey: step.key, name: revision?.name ?? name, schema: schemas?.outputs ?? {} }
}

/** A queue with its forms; null: the queue does not exist. */
export const queueQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [api.projectId, 'queues', 'queue', id],
    queryFn: async ({ signal }): Promise<QueueDetails | null> => {
      const { queue } = await api.queues.fetch(id, { signal })
      if (!isQueue(queue)) return null
      const { run_id: runId, name, data } = queue
      const { run } = await api.runs.fetch(runId, { signal })
      const record: RunRecord = isRun(run) ? run : { id: runId }
      const stepKeys = data?.step_keys
      const steps = stepsOf(record, 'annotation').filter(({ key, origin }) =>
        stepKeys === undefined ? origin === 'human' : stepKeys.includes(key),
      )
      return {
        id,
        runId,
        name: name ?? record.name ?? 'Unnamed queue',
        isClosed: record.flags?.['is_closed'] === true,
        repeats: record.data?.repeats ?? 1,
        forms: await Promise.all(steps.map((step) => formOf(api, { step, signal }))),
      }
    },
    staleTime: 60_000,
  })

export const progressQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [api.projectId, 'queues', 'progress', id],
    queryFn: async ({ signal }) =>
      (await api.queues.progress({ queue_ids: [id] }, { signal })).progress[0] ?? null,
    // Other people work on the queue, too; a run that has just started adds its items soon.
    refetchInterval: ({ state }) => (state.data?.items.total === 0 ? 2000 : 15_000),
  })

/** The agreement of people on a queue; null: the queue does not exist. */
export const agreementQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [api.projectId, 'queues', 'agreement', id],
    queryFn: async ({ signal }) => (await api.queues.agreement(id, { signal })).agreement ?? null,
  })

/** The content of an item: the root span of a trace, or a row of a testset. */
export const contentQuery = (api: Api, item: Pick<Item, 'trace_id' | 'testcase_id'>) =>
  queryOptions({
    queryKey: [api.projectId, 'queues', 'content', item.trace_id, item.testcase_id],
    queryFn: async ({ signal }) => {
      const { trace_id: traceId, testcase_id: testcaseId } = item
      const [root, row] = await Promise.all([
        traceId === undefined
          ? undefined
          : api.spans.query(
              {
                filter: `trace_id = "${traceId}" and parent_id = null`,
                windowing: { limit: 1 },
              },
              { signal },
            ),
        testcaseId === undefined
          ? undefined
          : api.testcases.query({ testcase_ids: [testcaseId] }, { signal }),
      ])
      const span = root?.spans[0]
      return {
        span: span === undefined ? undefined : asSpan(span),
        testcase: row?.testcases[0]?.data,
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The stored annotation of an item: outputs by step, and the note. */
export async function storedAnnotation(api: Api, { judgements }: Pick<Item, 'judgements'>) {
  const annotations = await Promise.all(
    Object.entries(judgements).map(async ([step, traceId]) => {
      const { annotation } = await api.annotations.fetch(traceId)
      const { data, meta } = membersOf(annotation)
      const { note } = membersOf(meta)
      return {
        step,
        outputs: membersOf(membersOf(data)['outputs']),
        note: typeof note === 'string' ? note : undefined,
      }
    }),
  )
  return {
    outputs: Object.fromEntries(annotations.map(({ step, outputs }) => [step, outputs])),
    note: annotations.find(({ note }) => note !== undefined)?.note ?? '',
  }
}
