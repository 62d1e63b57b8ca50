// The URL state of the trace pages.

export const rangeDefault = '24h'

export const sortFields = ['duration', 'tokens', 'cost'] as const
export type SortField = (typeof sortFields)[number]

export interface TracesView {
  readonly focus?: 'spans'
  readonly filter?: string
  readonly range?: string
  readonly order?: 'ascending'
  /** The field to sort by, largest values first; absent: the time. */
  readonly sort?: SortField
  /** Names of columns, joined by commas. */
  readonly columns?: string
  /** Slug of the saved view that this state started from. */
  readonly view?: string
  /** Slug of a saved view to open in its last saved state. */
  readonly open?: string
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** The valid part of a URL state; empty members are left out. */
export function tracesSearch(raw: { readonly [K in keyof TracesView]?: unknown }): TracesView {
  const [filter, range, columns] = [text(raw.filter), text(raw.range), text(raw.columns)]
  const [view, open] = [text(raw.view), text(raw.open)]
  const sort = sortFields.find((one) => one === raw.sort)
  return {
    ...(raw.focus === 'spans' ? { focus: 'spans' as const } : {}),
    ...(filter === undefined ? {} : { filter }),
    ...(range === undefined ? {} : { range }),
    ...(raw.order === 'ascending' ? { order: 'ascending' as const } : {}),
    ...(sort === undefined ? {} : { sort }),
    ...(columns === undefined ? {} : { columns }),
    ...(view === undefined ? {} : { view }),
    ...(open === undefined ? {} : { open }),
  }
}

export const traceTabs = ['content', 'attributes', 'events', 'annotations', 'compare', 'raw'] as const
export type TraceTab = (typeof traceTabs)[number]

/** The URL of a trace includes the state of the list it was opened from, for next, previous and back. */
export interface TraceView extends TracesView {
  readonly span?: string
  readonly tab?: Exclude<TraceTab, 'content'>
  /** The id of the trace that this one is compared with. */
  readonly with?: string
}

export function traceSearch(raw: { readonly [K in keyof TraceView]?: unknown }): TraceView {
  const span = text(raw.span)
  const otherTraceId = text(raw.with)
  const tab = traceTabs.find((one) => one === raw.tab)
  return {
    ...tracesSearch(raw),
    ...(span === undefined ? {} : { span }),
    ...(tab === undefined || tab === 'content' ? {} : { tab }),
    ...(otherTraceId === undefined ? {} : { with: otherTraceId }),
  }
}
