// The URL state of the lists of sessions and of users.

/** Sort keys besides the last activity, largest first. */
export const activitySorts = ['duration', 'traces', 'failed_traces', 'tokens', 'cost'] as const
export type ActivitySort = (typeof activitySorts)[number]

export interface ActivityView {
  readonly range?: string
  readonly filter?: string
  readonly sort?: ActivitySort
}

export const rangeDefault = '7d'

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export function activitySearch(raw: { readonly [K in keyof ActivityView]?: unknown }): ActivityView {
  const [range, filter] = [text(raw.range), text(raw.filter)]
  const sort = activitySorts.find((one) => one === raw.sort)
  return {
    ...(range === undefined ? {} : { range }),
    ...(filter === undefined ? {} : { filter }),
    ...(sort === undefined ? {} : { sort }),
  }
}
