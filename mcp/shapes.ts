// Reduces records to the fields that a model can name, compare and act on.
import { revisionName, type Revision } from '../sdk/shared/names.ts'

type Json = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const revisionShape = (revision: Revision) => ({
  name: revisionName(revision),
  id: revision.id,
  date: revision.date,
  message: revision.message,
  data: revision.data,
})

export const historyShape = (revisions: readonly Revision[]) =>
  revisions.map(({ id, version, date, message }) => ({ version, date, message, id }))

interface Artifact {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly created_at: string
}

export const artifactShape = ({ id, slug, name, description, created_at }: Artifact) => ({
  slug,
  name: name === slug ? undefined : name,
  description,
  id,
  made: created_at,
})

/** Deployed revisions by entry, as `slug@version`. */
export function deploymentsShape(data: Json | undefined): Readonly<Record<string, string>> {
  const references = data?.['references']
  if (!isRecord(references)) return {}
  return Object.fromEntries(
    Object.entries(references).map(([entry, group]) => {
      const members = isRecord(group) ? Object.entries(group) : []
      const revision = members.find(([name]) => name.endsWith('_revision'))?.[1]
      const artifact = members.find(([name]) => !name.includes('_'))?.[1]
      const slug = isRecord(artifact) ? String(artifact['slug']) : '?'
      return [entry, isRecord(revision) ? `${slug}@${String(revision['version'])}` : slug]
    }),
  )
}

interface Side {
  readonly id: string
  readonly version: string
}

/** A diff whose sides are reduced to id and version. */
export function diffShape<D extends { readonly base?: Side; readonly target: Side }>(diff: D) {
  const side = ({ id, version }: Side): Side => ({ id, version })
  return { ...diff, base: diff.base === undefined ? undefined : side(diff.base), target: side(diff.target) }
}

/** The created revision of a commit, without its data. */
export function commitShape(
  revision: Revision | undefined,
  rest: { readonly status?: string; readonly warnings?: readonly unknown[] },
) {
  return {
    made:
      revision === undefined
        ? undefined
        : { name: revisionName(revision), id: revision.id, message: revision.message },
    status: rest.status,
    warnings: rest.warnings,
  }
}

const statisticNames = ['type', 'count', 'sum', 'mean', 'min', 'max', 'freq', 'uniq', 'rate'] as const
const percentileNames = ['p50', 'p90', 'p95', 'p99'] as const

const pick = (record: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)))

/** Statistics without histograms, with four percentiles. */
export const statisticsShape = (metrics: unknown): Json =>
  isRecord(metrics)
    ? Object.fromEntries(
        Object.entries(metrics).map(([path, statistics]) => {
          if (!isRecord(statistics)) return [path, statistics]
          const percentiles = statistics['pcts']
          return [
            path,
            {
              ...pick(statistics, statisticNames),
              ...(isRecord(percentiles) ? pick(percentiles, percentileNames) : {}),
            },
          ]
        }),
      )
    : {}
