// The URL state of the Environments page.

export interface EnvironmentsView {
  readonly view?: 'history' | 'compare'
  /** The slug of the selected environment. */
  readonly of?: string
  /** The slug of the environment that it is compared with. */
  readonly with?: string
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export function environmentsSearch(raw: Record<string, unknown>): EnvironmentsView {
  const [of, other] = [text(raw['of']), text(raw['with'])]
  const { view } = raw
  return {
    ...(view === 'history' || view === 'compare' ? { view } : {}),
    ...(of === undefined ? {} : { of }),
    ...(other === undefined ? {} : { with: other }),
  }
}
