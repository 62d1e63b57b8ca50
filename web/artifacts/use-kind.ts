// The kind of artifact of the current page.
import { useMatch } from '@tanstack/react-router'
import { kindOfPath, kindWords, type KindWords, type PageKind } from '../app/versions/kinds.ts'

export interface PageKindWords extends KindWords {
  readonly kind: PageKind
}

/** Reads the kind from the matched route: window.location changes before the page unmounts. */
export function useKind(): PageKindWords {
  const kind = useMatch({
    strict: false,
    select: ({ pathname }) => kindOfPath(pathname.split('/')[3] ?? ''),
  })
  const pageKind = kind ?? 'application'
  return { ...kindWords[pageKind], kind: pageKind }
}
