// Pages of artifacts: lists and one page for four kinds. list-page.tsx and page.tsx are what addresses open; tabs.tsx says what a page of each kind
// has beside the common tabs. What the playground, environments and testsets share with them stands in web/app/versions.
import { useLocation } from '@tanstack/react-router'
import { kindOfPath, kindWords, type KindWords, type PageKind } from '../app/versions/kinds.ts'

export interface PageKindWords extends KindWords {
  readonly kind: PageKind
}

/** The kind that the address names. */
export function useKind(): PageKindWords {
  const kind = useLocation({ select: ({ pathname }) => kindOfPath(pathname.split('/')[3] ?? '') })
  const known = kind ?? 'application'
  return { ...kindWords[known], kind: known }
}
