// Starts a run from a plan. Changes are committed first, because a run refers to revisions only.
import type { Api, Template } from '../../app/api.ts'
import { serviceKeyOf } from '../../app/trials/program.ts'
import { initialSettings } from '../../app/trials/templates.ts'
import { type Revision } from '../../app/versions/client.ts'
import { toJson, isEqual } from '../../app/versions/delta.ts'
import type { VersionNaming } from '../../app/versions/naming/version-name.ts'
import { queryFor } from './calls.ts'
import type { PlannedEvaluator, Plan, PlanChange, Settings } from './plan.ts'

/** The records that the plan refers to. */
export interface PlanRecords {
  readonly testset: Revision | undefined
  readonly query: Revision | undefined
  readonly subjects: readonly Revision[]
  /** Existing evaluators by id of the revision. */
  readonly evaluators: ReadonlyMap<string, Revision>
  readonly templates: readonly Template[]
  /** Names of evaluators in the project. */
  readonly names: ReadonlySet<string>
  readonly naming: VersionNaming
}

interface EvaluatorStep {
  readonly evaluator: PlannedEvaluator
  readonly records: PlanRecords
  /** Names in use; the name of a new evaluator is added. */
  readonly names: Set<string>
}

const freeName = (name: string, existingNames: ReadonlySet<string>): string => {
  let number = 1
  let candidate = name
  while (existingNames.has(candidate)) candidate = `${name} ${++number}`
  return candidate
}

async function storeEvaluator(
  api: Api,
  { evaluator, records, names }: EvaluatorStep,
): Promise<PlannedEvaluator> {
  const revision = records.evaluators.get(evaluator.revision ?? '')
  if (revision !== undefined) {
    const parameters = revision.data?.['parameters'] ?? {}
    if (evaluator.settings === undefined || isEqual(toJson(evaluator.settings), parameters))
      return { revision: revision.id }
    const commitResponse = await api.versions('evaluator').commit({
      variantId: revision.variant_id,
      message: 'Settings for a run',
      data: { ...revision.data, parameters: toJson(evaluator.settings) },
    })
    return { revision: commitResponse.revision.id }
  }
  const template = records.templates.find(({ key }) => key === evaluator.template)
  if (template === undefined) return evaluator
  const name = freeName(template.name, names)
  names.add(name)
  const parameters = toJson(evaluator.settings ?? initialSettings(template))
  const createResponse = await api
    .versions('evaluator')
    .create({ name, data: { uri: template.data?.['uri'] ?? '', parameters } })
  return createResponse.revision_id === undefined ? evaluator : { revision: createResponse.revision_id }
}

/** The id of the query's revision, after changes of the plan are committed. */
async function storeQuery(
  api: Api,
  { plan, query }: { plan: Plan; query: Revision | undefined },
): Promise<string | undefined> {
  const data: Settings | undefined = query?.data
  if (query === undefined || data === undefined) return plan.query
  const payload = queryFor(data, plan)
  if (payload === data) return plan.query
  const { revision } = await api.versions('query').commit({
    variantId: query.variant_id,
    message: plan.source === 'live' ? 'For a live run' : 'For a run',
    data: toJson(payload),
  })
  return revision.id
}

type Origins = ReadonlyMap<string, 'human' | 'auto'>

export interface EvaluatorSteps {
  readonly evaluators: readonly PlannedEvaluator[]
  readonly records: PlanRecords
  /** Called after each commit, so that a retry does not commit twice. */
  readonly onEvaluators: (evaluators: readonly PlannedEvaluator[]) => void
}

/** Commits new and changed evaluators; returns the origin by id of the revision. */
export async function storeEvaluators(
  api: Api,
  { evaluators, records, onEvaluators }: EvaluatorSteps,
): Promise<Origins> {
  const names = new Set(records.names)
  const origins = new Map<string, 'human' | 'auto'>()
  let storedEvaluators = evaluators
  for (const [index, evaluator] of evaluators.entries()) {
    const next = await storeEvaluator(api, { evaluator, records, names })
    storedEvaluators = storedEvaluators.with(index, next)
    onEvaluators(storedEvaluators)
    if (next.revision !== undefined)
      origins.set(next.revision, isHuman(evaluator, records) ? 'human' : 'auto')
  }
  return origins
}

const revisionName = ({ artifact_slug, variant_slug, version }: Revision, naming: VersionNaming): string =>
  `${artifact_slug} ${naming({ version, variant: variant_slug })}`

/** The default name of a run. */
export function defaultRunName(plan: Plan, { testset, query, subjects, naming }: PlanRecords): string {
  const source = testset ?? query
  if (source === undefined) return 'Run'
  const sourceName = source.artifact_slug
  if (plan.source === 'live') return `Live: ${sourceName}`
  return subjects.length === 0
    ? `Evaluation of ${sourceName}`
    : `${subjects.map((one) => revisionName(one, naming)).join(', ')} on ${sourceName}`
}

/** True for a human evaluator: the run waits for people. */
function isHuman(evaluator: PlannedEvaluator, { evaluators, templates }: PlanRecords): boolean {
  const data =
    evaluator.revision === undefined
      ? templates.find(({ key }) => key === evaluator.template)?.data
      : evaluators.get(evaluator.revision)?.data
  return data !== undefined && serviceKeyOf(data) === 'feedback'
}

interface StartRequest {
  readonly plan: Plan
  readonly records: PlanRecords
  /** Called with the ids of committed revisions. */
  readonly onStep: (change: PlanChange) => void
}

/** Commits the changes of the plan and starts the run; returns its id. */
export async function startRun(api: Api, { plan, records, onStep }: StartRequest): Promise<string> {
  const query = await storeQuery(api, { plan, query: records.query })
  if (query !== plan.query) onStep({ query })
  const origins = await storeEvaluators(api, {
    evaluators: plan.evaluators ?? [],
    records,
    onEvaluators: (evaluators) => onStep({ evaluators }),
  })
  const { evaluation } = await api.simpleEvaluations.create({
    evaluation: {
      name: plan.name ?? defaultRunName(plan, records),
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
  if (evaluation === undefined) throw new Error('The server did not return the run.')
  return evaluation.id
}
