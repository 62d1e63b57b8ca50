// What stands in the address of the environments.

export interface EnvironmentsView {
  readonly view?: 'history' | 'compare'
  /** Slug of the environment that is looked at. */
  readonly of?: string
  /** Slug of the one it is compared with. */
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
