// A plan becomes a run: what was changed is committed first, so that the run names revisions and nothing else.
import type { Api, Template } from '../../app/api.ts'
import { serviceKeyOf } from '../../app/trials/program.ts'
import { initialSettings } from '../../app/trials/templates.ts'
import type { JsonObject, Revision } from '../../app/versions/client.ts'
import { equal } from '../../app/versions/delta.ts'
import { queryFor } from './calls.ts'
import type { Judge, Plan, PlanChange, Settings } from './plan.ts'

/** What the plan names, as it was read. */
export interface Known {
  readonly testset: Revision | undefined
  readonly query: Revision | undefined
  readonly subjects: readonly Revision[]
  /** Of the evaluators that are there, by the id of the revision. */
  readonly evaluators: ReadonlyMap<string, Revision>
  readonly templates: readonly Template[]
  /** Names that evaluators of the project have. */
  readonly names: ReadonlySet<string>
}

const freeName = (name: string, taken: ReadonlySet<string>): string => {
  let number = 1
  let free = name
  while (taken.has(free)) free = `${name} ${++number}`
  return free
}

async function storedJudge(api: Api, judge: Judge, known: Known, names: Set<string>): Promise<Judge> {
  const revision = known.evaluators.get(judge.revision ?? '')
  if (revision !== undefined) {
    const before = (revision.data?.['parameters'] ?? {}) as JsonObject
    if (judge.settings === undefined || equal(judge.settings as JsonObject, before))
      return { revision: revision.id }
    const committed = await api.versions('evaluator').commit({
      variantId: revision.variant_id,
      message: 'Settings for a run',
      data: { ...revision.data, parameters: judge.settings as JsonObject },
    })
    return { revision: committed.revision.id }
  }
  const template = known.templates.find(({ key }) => key === judge.template)
  if (template === undefined) return judge
  const name = freeName(template.name, names)
  names.add(name)
  const parameters = (judge.settings ?? initialSettings(template)) as JsonObject
  const made = await api
    .versions('evaluator')
    .create({ name, data: { uri: template.data?.['uri'] ?? '', parameters } })
  return made.revision_id === undefined ? judge : { revision: made.revision_id }
}

/** The id of a query as the plan needs it. */
async function storedQuery(api: Api, plan: Plan, query: Revision | undefined): Promise<string | undefined> {
  const data = query?.data as Settings | undefined
  if (query === undefined || data === undefined) return plan.query
  const wanted = queryFor(data, plan)
  if (wanted === data) return plan.query
  const { revision } = await api.versions('query').commit({
    variantId: query.variant_id,
    message: plan.source === 'live' ? 'For a live run' : 'For a run',
    data: wanted as JsonObject,
  })
  return revision.id
}

type Origins = ReadonlyMap<string, 'human' | 'auto'>

/** Makes revisions of those that are none yet; how each is to judge. What was committed is told: it is not committed twice. */
export async function storedJudges(
  api: Api,
  judges: readonly Judge[],
  known: Known,
  onJudges: (judges: readonly Judge[]) => void,
): Promise<Origins> {
  const names = new Set(known.names)
  const origins = new Map<string, 'human' | 'auto'>()
  let settled = judges
  for (const [index, judge] of judges.entries()) {
    const next = await storedJudge(api, judge, known, names)
    settled = settled.with(index, next)
    onJudges(settled)
    if (next.revision !== undefined) origins.set(next.revision, isHuman(judge, known) ? 'human' : 'auto')
  }
  return origins
}

const named = ({ artifact_slug, version }: Revision): string => `${artifact_slug} v${version}`

/** What a run is called whose maker did not say. */
export function nameOf(plan: Plan, { testset, query, subjects }: Known): string {
  const source = testset ?? query
  if (source === undefined) return 'Run'
  const on = source.artifact_slug
  if (plan.source === 'live') return `Live: ${on}`
  return subjects.length === 0 ? `Judged: ${on}` : `${subjects.map(named).join(', ')} on ${on}`
}

/** Whether people judge: the run waits for them. */
function isHuman(judge: Judge, { evaluators, templates }: Known): boolean {
  const data =
    judge.revision === undefined
      ? templates.find(({ key }) => key === judge.template)?.data
      : evaluators.get(judge.revision)?.data
  return data !== undefined && serviceKeyOf(data) === 'feedback'
}

/** Stores what the plan changes, and starts its run; answers the id. */
export async function started(
  api: Api,
  plan: Plan,
  known: Known,
  onStep: (change: PlanChange) => void,
): Promise<string> {
  const query = await storedQuery(api, plan, known.query)
  if (query !== plan.query) onStep({ query })
  const origins = await storedJudges(api, plan.evaluators ?? [], known, (evaluators) =>
    onStep({ evaluators }),
  )
  const { evaluation } = await api.simpleEvaluations.create({
    evaluation: {
      name: plan.name ?? nameOf(plan, known),
      flags: {
        ...(plan.source === 'live' ? { is_live: true } : {}),
        ...(plan.cached === true ? { is_cached: true } : {}),
        ...(plan.split === true ? { is_split: true } : {}),
      },
      data: {
        ...(plan.testset === undefined ? {} : { testset_steps: [plan.testset] }),
        ...(query === undefined ? {} : { query_steps: [query] }),
        ...(plan.subjects === undefined
          ? {}
          : { application_steps: Object.fromEntries(plan.subjects.map((id) => [id, 'auto' as const])) }),
        ...(origins.size === 0 ? {} : { evaluator_steps: Object.fromEntries(origins) }),
        repeats: plan.repeats ?? 1,
        ...(plan.batch === undefined ? {} : { concurrency: { batch_size: plan.batch } }),
      },
    },
  })
  if (evaluation === undefined) throw new Error('The server did not say which run it made.')
  return evaluation.id
}
