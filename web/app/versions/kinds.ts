// web/app/versions: the views that all versioned records share: history, diff, merge, commit and payload editor.
// kinds.ts has the differences between kinds; history/graph-layout.ts and diff/merge.ts are pure.
// Imports web/ui, web/app, sdk/core and sdk/prompts. Start here.
//
// The kinds of versioned records with their names, paths and icons.
import type { IconName } from '../../ui/icon.tsx'
import type { KindName } from './kind-name.ts'

/** The kinds of the pages in web/artifacts. */
export const pageKinds = ['application', 'workflow', 'evaluator', 'query'] as const
export type PageKind = (typeof pageKinds)[number]

export interface KindWords {
  readonly kind: KindName
  /** The plural in paths of the API. */
  readonly plural: string
  /** The segment in URLs of pages. */
  readonly path: 'apps' | 'workflows' | 'evaluators' | 'queries'
  readonly title: string
  readonly singular: string
  readonly icon: IconName
  /** The description in the empty state. */
  readonly about: string
}

export const kindWords: Readonly<Record<PageKind, KindWords>> = {
  application: {
    kind: 'application',
    plural: 'applications',
    path: 'apps',
    title: 'Applications',
    singular: 'application',
    icon: 'app',
    about:
      'A prompt or the settings of a program under version control, with branches, commits and deployments.',
  },
  workflow: {
    kind: 'workflow',
    plural: 'workflows',
    path: 'workflows',
    title: 'Workflows',
    singular: 'workflow',
    icon: 'workflow',
    about:
      'Everything that can be run or embedded: applications, evaluators, and snippets that others embed.',
  },
  evaluator: {
    kind: 'evaluator',
    plural: 'evaluators',
    path: 'evaluators',
    title: 'Evaluators',
    singular: 'evaluator',
    icon: 'scale',
    about: 'Scores outputs: a check of text or JSON, an LLM judge, code, or a form for people.',
  },
  query: {
    kind: 'query',
    plural: 'queries',
    path: 'queries',
    title: 'Queries',
    singular: 'query',
    icon: 'filter',
    about: 'A named filter over traces. Saved views are queries, and runs can take their rows from one.',
  },
}

/** The kind of a URL segment. */
export const kindOfPath = (path: string): PageKind | undefined =>
  pageKinds.find((kind) => kindWords[kind].path === path)
