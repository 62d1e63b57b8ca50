// web/runs/list: filters, tags, order and history of runs. run-list.ts is pure.
// Imports web/app, web/ui and web/runs. Start here.
//
// The logic of the list of runs: the request of a view, tags as text, order by a score, and points over time.
import type { Revision } from '../../app/versions/client.ts'
import { entriesOf } from '../../app/versions/entries.ts'
import { verdictsOf, type Metrics, type Run, type Status, type Unit } from '../run-model.ts'
import type { RunsView } from '../url-state.ts'

export type Tags = Readonly<Record<string, string | true>>

/** `nightly, model=small` as tags; a tag without a value is true. */
export function tagsOf(text: string): Tags {
  const pairs = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one): readonly [string, string | true] => {
      const separatorIndex = one.indexOf('=')
      return separatorIndex < 1
        ? [one, true]
        : [one.slice(0, separatorIndex).trim(), one.slice(separatorIndex + 1).trim()]
    })
  return Object.fromEntries(pairs)
}

/** One text per tag, as `tagsOf` reads it. */
export const tagTexts = (tags: Run['tags']): readonly string[] =>
  Object.entries(tags ?? {}).map(([name, value]) => (value === true ? name : `${name}=${String(value)}`))

const activeStatuses: readonly Status[] = ['pending', 'queued', 'running']
const failedStatuses: readonly Status[] = ['failure', 'errors', 'cancelled']

/** The parts of a run that a view names, by kind. */
export const partFilters = ({ app, testset, evaluator }: RunsView) =>
  [
    ['application', app],
    ['testset', testset],
    ['evaluator', evaluator],
  ].flatMap(([kind, slug]) => (kind === undefined || slug === undefined ? [] : [{ kind, slug }]))

/** The filter of the request. The server matches one part; `hasParts` matches all of them. */
export function runFilter(view: RunsView) {
  const { status, search, tag } = view
  const [first] = partFilters(view)
  return {
    ...(status === undefined ? {} : { statuses: status === 'active' ? activeStatuses : failedStatuses }),
    ...(search === undefined ? {} : { name: search }),
    ...(tag === undefined ? {} : { tags: tagsOf(tag) }),
    ...(first === undefined ? {} : { references: [{ [first.kind]: { slug: first.slug } }] }),
  }
}

export const hasParts = ({ data }: Pick<Run, 'data'>, view: RunsView): boolean =>
  partFilters(view).every(({ kind, slug }) =>
    (data?.steps ?? []).some(({ references }) => references[kind]?.slug === slug),
  )

export const isFiltered = ({ new: _, sort: __, over: ___, ...filters }: RunsView): boolean =>
  Object.values(filters).some((value) => value !== undefined)

/** The main metric of each evaluator of a run; of several subjects the first. */
function scoresOf(run: Run, metrics: ReadonlyMap<string, Metrics>) {
  const verdicts = verdictsOf(run, metrics.get(run.id) ?? {})
  return new Map(
    verdicts.flatMap(({ part, numbers: [first] }) =>
      first === undefined ? [] : [[part.name, first] as const],
    ),
  )
}

/** The evaluators with a score in one of the runs. */
export const scoreNames = (runs: readonly Run[], metrics: ReadonlyMap<string, Metrics>): readonly string[] =>
  [...new Set(runs.flatMap((run) => [...scoresOf(run, metrics).keys()]))].toSorted()

interface Order {
  readonly metrics: ReadonlyMap<string, Metrics>
  /** The evaluator; with a leading minus, highest first. */
  readonly sort: string | undefined
}

/** Runs without the score are last. */
export function sortedRuns(runs: readonly Run[], { metrics, sort }: Order): readonly Run[] {
  if (sort === undefined) return runs
  const isDescending = sort.startsWith('-')
  const name = isDescending ? sort.slice(1) : sort
  const values = new Map(runs.map((run) => [run.id, scoresOf(run, metrics).get(name)?.value]))
  return runs.toSorted((a, b) => {
    const [x, y] = [values.get(a.id), values.get(b.id)]
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined)
    return isDescending ? y - x : x - y
  })
}

/** The ids of the selected runs, oldest first: the first one is the baseline of a comparison. */
export const comparedIds = (runs: readonly Run[], selectedIds: ReadonlySet<string>): readonly string[] =>
  runs
    .filter(({ id }) => selectedIds.has(id))
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
    .map(({ id }) => id)

export interface TrendPoint {
  readonly run: Run
  readonly atMs: number
  readonly value: number
  readonly unit: Unit
  readonly ci95: readonly [number, number] | undefined
}

/** One point per run with the score, oldest first. */
export const trendOf = (
  runs: readonly Run[],
  { metrics, name }: { readonly metrics: ReadonlyMap<string, Metrics>; readonly name: string },
): readonly TrendPoint[] =>
  runs
    .flatMap((run): readonly TrendPoint[] => {
      const score = scoresOf(run, metrics).get(name)
      if (score?.value === undefined) return []
      const { value, unit, statistics } = score
      return [{ run, atMs: Date.parse(run.created_at), value, unit, ci95: statistics.ci95 }]
    })
    .toSorted((a, b) => a.atMs - b.atMs)

/** A deployment of the application. */
export interface Mark {
  readonly environment: string
  readonly version: string
  /** The id of the variant. */
  readonly variant: string
  readonly atMs: number
}

/** The commits of an environment that deployed the application, newest first. */
export function deploymentMarks(
  log: readonly Pick<Revision, 'date' | 'data'>[],
  { app, environment }: { readonly app: string; readonly environment: string },
): readonly Mark[] {
  const entries = log.map(({ data }) => entriesOf(data).find(({ artifact }) => artifact.slug === app))
  return log.flatMap(({ date }, index) => {
    const entry = entries[index]
    if (entry === undefined || entry.revision.id === entries[index + 1]?.revision.id) return []
    const { variant, revision } = entry
    return [{ environment, version: revision.version, variant: variant.id, atMs: Date.parse(date) }]
  })
}
