// The URL state of the catalog and of the trial page.

export interface CatalogView {
  /** The key of the selected template. */
  readonly template?: string
  /** The key of the preset that fills the form. */
  readonly preset?: string
  readonly search?: string
}

export interface TryView {
  /** Slug; absent: the default variant. */
  readonly variant?: string
  /** The trace whose span is evaluated; without a span its root. */
  readonly trace?: string
  readonly span?: string
  /** The testset row that is evaluated. */
  readonly testcase?: string
}

const texts = <K extends string>(
  raw: Record<string, unknown>,
  names: readonly K[],
): { readonly [name in K]?: string } =>
  Object.fromEntries(
    names.flatMap((name) => (typeof raw[name] === 'string' && raw[name] !== '' ? [[name, raw[name]]] : [])),
  ) as { readonly [name in K]?: string }

export const catalogSearch = (raw: Record<string, unknown>): CatalogView =>
  texts(raw, ['template', 'preset', 'search'])

export const trySearch = (raw: Record<string, unknown>): TryView =>
  texts(raw, ['variant', 'trace', 'span', 'testcase'])
