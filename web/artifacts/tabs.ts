// The extra tabs of each kind. A new tab is one entry here; its panel is loaded when it opens.
import { lazy, type ComponentType } from 'react'
import type { Artifact, Revision } from '../app/versions/client.ts'
import type { PageKind } from '../app/versions/kinds.ts'
import type { ArtifactView } from './url-state.ts'

export interface PanelProps {
  readonly kind: PageKind
  readonly artifact: Artifact
  /** The selected revision with its payload. */
  readonly revision: Revision
  readonly view: ArtifactView
  readonly onView: (view: ArtifactView) => void
}

export interface ExtraTab {
  /** The value in the URL. */
  readonly value: string
  readonly name: string
  readonly Panel: ComponentType<PanelProps>
}

export const extraTabs: Readonly<Record<PageKind, readonly ExtraTab[]>> = {
  application: [
    {
      value: 'code',
      name: 'Use this prompt',
      Panel: lazy(async () => ({ default: (await import('./usage/usage-tab.tsx')).UsageTab })),
    },
  ],
  workflow: [],
  evaluator: [
    {
      value: 'quality',
      name: 'Quality',
      Panel: lazy(async () => ({ default: (await import('./quality.tsx')).QualityTab })),
    },
  ],
  query: [],
}
