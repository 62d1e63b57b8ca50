// Links from an artifact to its playground and to a new run.
import { Link } from '@tanstack/react-router'
import { NewRunLink } from '../app/new-run-link.tsx'
import { useSession } from '../app/session.tsx'
import { slugAt } from '../app/versions/artifact-link.tsx'
import type { PageKind } from '../app/versions/kinds.ts'
import { Icon } from '../ui/icon.tsx'
import button from '../ui/button.module.css'

export function PlaygroundLink({
  slug,
  version,
  variant,
}: {
  slug: string
  version: string | undefined
  variant: string | undefined
}) {
  const { session } = useSession()
  return (
    <Link
      className={button['button']}
      to="/p/$project/apps/$artifact/playground"
      params={{ project: session.project.slug, artifact: slugAt(slug, version) }}
      search={variant === undefined ? {} : { variant }}
    >
      <Icon name="right" size={14} /> Playground
    </Link>
  )
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
