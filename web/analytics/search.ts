// What stands in the address of the page of analytics.

export interface AnalyticsView {
  readonly focus?: 'spans'
  readonly filter?: string
  readonly range?: string
  /** The attribute that the breakdown groups by. */
  readonly by?: string
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export function analyticsSearch(raw: { readonly [K in keyof AnalyticsView]?: unknown }): AnalyticsView {
  const [filter, range, by] = [text(raw.filter), text(raw.range), text(raw.by)]
  return {
    ...(raw.focus === 'spans' ? { focus: 'spans' as const } : {}),
    ...(filter === undefined ? {} : { filter }),
    ...(range === undefined ? {} : { range }),
    ...(by === undefined ? {} : { by }),
  }
}
