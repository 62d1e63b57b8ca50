// Pages where evaluators are found and tried: catalog-page.tsx and try-page.tsx are what addresses open. Their lists, history and
// editor are those of all artifacts. What they share with the playground stands in web/app/trials. Here: what is in the addresses.

export interface CatalogView {
  /** Key of the template that is looked at. */
  readonly template?: string
  /** Key of its preset that the form is filled with. */
  readonly preset?: string
  readonly search?: string
}

export interface TryView {
  /** Slug; absent: the default variant. */
  readonly variant?: string
  /** Judged is what this span of this trace made; without a span its root. */
  readonly trace?: string
  readonly span?: string
  /** Or this row of a testset. */
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
