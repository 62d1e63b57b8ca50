// What other tools exported, brought in: page.tsx is what the address opens. Files are read in worker.ts, by the same code as on the
// command line; nothing is sent before the dry run was looked at. Here: what stands in the address.

export interface ImportView {
  /** As `assay import` names it. */
  readonly source?: string
}

export const importSearch = ({ source }: { readonly source?: unknown }): ImportView =>
  typeof source === 'string' && source !== '' ? { source } : {}
