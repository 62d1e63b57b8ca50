// Links from an artifact to its playground or trial page, and to a new run.
import { Link } from '@tanstack/react-router'
import { NewRunLink } from '../app/new-run-link.tsx'
import { useSession } from '../app/session.tsx'
import { slugAt } from '../app/versions/artifact-link.tsx'
import type { PageKind } from '../app/versions/kinds.ts'
import { Icon } from '../ui/icon.tsx'
import button from '../ui/button.module.css'

export function TryLink({
  kind,
  slug,
  version,
  variant,
}: {
  kind: PageKind
  slug: string
  version: string | undefined
  variant: string | undefined
}) {
  const { session } = useSession()
  const params = { project: session.project.slug, artifact: slugAt(slug, version) }
  const search = variant === undefined ? {} : { variant }
  switch (kind) {
    case 'application':
      return (
        <Link
          className={button['button']}
          to="/p/$project/apps/$artifact/playground"
          params={params}
          search={search}
        >
          <Icon name="right" size={14} /> Playground
        </Link>
      )
    case 'evaluator':
      return (
        <Link
          className={button['button']}
          to="/p/$project/evaluators/$artifact/try"
          params={params}
          search={search}
        >
          <Icon name="right" size={14} /> Try it
        </Link>
      )
    default:
      return undefined
  }
}

export function RunLink({ kind, revisionId }: { kind: PageKind; revisionId: string }) {
  switch (kind) {
    case 'application':
      return <NewRunLink plan={{ subjects: [revisionId] }} />
    case 'evaluator':
      return <NewRunLink plan={{ evaluators: [{ revision: revisionId }] }} />
    case 'query':
      return <NewRunLink plan={{ query: revisionId }} />
    default:
      return undefined
  }
}
