// The URL state of lists and pages of artifacts.

export interface ListView {
  /** Part of a name, or a slug. */
  readonly search?: string
  readonly archived?: boolean
  /** Whether the dialog of a new artifact is open. */
  readonly new?: boolean
}

/** The data that an evaluator is tried on. */
export interface TrialSource {
  /** The trace whose span is evaluated; without a span its root. */
  readonly trace?: string
  readonly span?: string
  /** The testset row that is evaluated. */
  readonly testcase?: string
}

export interface ArtifactView extends TrialSource {
  /** The slug of the variant; absent: the default one. */
  readonly variant?: string
  readonly tab?: string
  /** The id of the revision that the selected one is compared with. */
  readonly base?: string
  /** Whether the quality tab covers the selected version only. */
  readonly alone?: boolean
}

const text = <K extends string>(raw: Record<string, unknown>, name: K): { readonly [name in K]?: string } => {
  const value = raw[name]
  return typeof value === 'string' && value !== '' ? ({ [name]: value } as { [name in K]: string }) : {}
}

export const listSearch = (raw: Record<string, unknown>): ListView => ({
  ...text(raw, 'search'),
  ...(raw['archived'] === true ? { archived: true } : {}),
  ...(raw['new'] === true ? { new: true } : {}),
})

export const artifactSearch = (raw: Record<string, unknown>): ArtifactView => ({
  ...text(raw, 'variant'),
  ...text(raw, 'tab'),
  ...text(raw, 'base'),
  ...text(raw, 'trace'),
  ...text(raw, 'span'),
  ...text(raw, 'testcase'),
  ...(raw['alone'] === true ? { alone: true } : {}),
})
