// web/app/versions: the views that all versioned records share: history, diff, merge, commit and payload editor.
// kinds.ts has the differences between kinds; graph-layout.ts and merge.ts are pure.
// Imports web/ui and web/app. Start here.
//
// The kinds of versioned records as pages name them: one mechanism, one table. Words on the wire follow from the name.
import type { IconName } from '../../ui/icon.tsx'
import type { KindName } from './kind-name.ts'

/** Kinds whose lists and pages are those of web/artifacts. */
export const pageKinds = ['application', 'workflow', 'evaluator', 'query'] as const
export type PageKind = (typeof pageKinds)[number]

export interface KindWords {
  readonly kind: KindName
  /** On the wire. */
  readonly plural: string
  /** In addresses. */
  readonly path: 'apps' | 'workflows' | 'evaluators' | 'queries'
  readonly title: string
  readonly one: string
  readonly icon: IconName
  /** What somebody reads who has none. */
  readonly about: string
}

export const kindWords: Readonly<Record<PageKind, KindWords>> = {
  application: {
    kind: 'application',
    plural: 'applications',
    path: 'apps',
    title: 'Applications',
    one: 'application',
    icon: 'app',
    about:
      'A prompt, or the settings of a program, with its whole history: branches, commits, and what runs in which environment.',
  },
  workflow: {
    kind: 'workflow',
    plural: 'workflows',
    path: 'workflows',
    title: 'Workflows',
    one: 'workflow',
    icon: 'workflow',
    about:
      'Everything that can be run or embedded: applications, evaluators, and snippets that others take in.',
  },
  evaluator: {
    kind: 'evaluator',
    plural: 'evaluators',
    path: 'evaluators',
    title: 'Evaluators',
    one: 'evaluator',
    icon: 'scale',
    about: 'What judges outputs: a test of text or JSON, a model as a judge, code, or a form for people.',
  },
  query: {
    kind: 'query',
    plural: 'queries',
    path: 'queries',
    title: 'Queries',
    one: 'query',
    icon: 'filter',
    about: 'A filter over traces under a name. Saved views are queries; runs can take their rows from one.',
  },
}

/** `application`, or undefined for what is no page: the segment of an address. */
export const kindOfPath = (path: string): PageKind | undefined =>
  pageKinds.find((kind) => kindWords[kind].path === path)
