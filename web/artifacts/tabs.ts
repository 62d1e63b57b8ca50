// The extra tabs of each kind. A new tab is one entry here; its panel is loaded when it opens.
import { lazy, type ComponentType } from 'react'
import { serviceKeyOf } from '../app/trials/program.ts'
import type { Revision } from '../app/versions/client.ts'
import type { PageKind } from '../app/versions/kinds.ts'
import type { ContentProps } from './revision-draft.tsx'
import type { ArtifactView } from './url-state.ts'

export interface PanelProps extends ContentProps {
  readonly view: ArtifactView
  readonly onView: (view: ArtifactView) => void
}

export interface ExtraTab {
  /** The value in the URL. */
  readonly value: string
  readonly name: string
  readonly Panel: ComponentType<PanelProps>
  /** Whether a revision has the tab; absent: every revision of the kind has it. */
  readonly isFor?: (revision: Revision) => boolean
}

export const extraTabs: Readonly<Record<PageKind, readonly ExtraTab[]>> = {
  application: [
    {
      value: 'code',
      name: 'Use this prompt',
      Panel: lazy(async () => ({ default: (await import('./usage/usage-tab.tsx')).UsageTab })),
    },
    {
      value: 'traffic',
      name: 'Traffic',
      Panel: lazy(async () => ({ default: (await import('./traffic/traffic-tab.tsx')).TrafficTab })),
    },
  ],
  workflow: [],
  evaluator: [
    {
      value: 'try',
      name: 'Try',
      Panel: lazy(async () => ({ default: (await import('./trials/try-tab.tsx')).TryTab })),
      // People fill in the forms of human feedback: there is no program to try.
      isFor: ({ data = {} }) => serviceKeyOf(data) !== 'feedback',
    },
    {
      value: 'quality',
      name: 'Quality',
      Panel: lazy(async () => ({ default: (await import('./quality.tsx')).QualityTab })),
    },
  ],
  query: [],
}
