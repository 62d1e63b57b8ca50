// The URL state of the catalog.

export interface CatalogView {
  /** The key of the selected template. */
  readonly template?: string
  /** The key of the preset that fills the form. */
  readonly preset?: string
  readonly search?: string
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
