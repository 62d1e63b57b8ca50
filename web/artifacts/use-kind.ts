// Pages of artifacts: lists and one page for four kinds. list-page.tsx and page.tsx are what addresses open; tabs.tsx says what a page of each kind
// has beside the common tabs. What the playground, environments and testsets share with them stands in web/app/versions.
import { useMatch } from '@tanstack/react-router'
import { kindOfPath, kindWords, type KindWords, type PageKind } from '../app/versions/kinds.ts'

export interface PageKindWords extends KindWords {
  readonly kind: PageKind
}

/** The kind that the page's own address names: that of the window is another as soon as somebody leaves. */
export function useKind(): PageKindWords {
  const kind = useMatch({
    strict: false,
    select: ({ pathname }) => kindOfPath(pathname.split('/')[3] ?? ''),
  })
  const known = kind ?? 'application'
  return { ...kindWords[known], kind: known }
}
