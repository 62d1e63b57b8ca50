// The URL state of the Import page.

export interface ImportView {
  /** The name of the source in `assay import`. */
  readonly source?: string
}

export const importSearch = ({ source }: { readonly source?: unknown }): ImportView =>
  typeof source === 'string' && source !== '' ? { source } : {}
