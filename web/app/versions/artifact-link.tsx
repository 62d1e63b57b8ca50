// A link to an artifact or to one of its versions.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../session.tsx'
import { kindWords, pageKinds } from './kinds.ts'
import type { KindName } from './kind-name.ts'

/** The version in a URL: `support-bot@3`. */
export const slugAt = (slug: string, version: string | undefined): string =>
  version === undefined ? slug : `${slug}@${version}`

/** The slug and version of a URL segment. */
export function slugAndVersion(segment: string): {
  readonly slug: string
  readonly version: string | undefined
} {
  const at = segment.lastIndexOf('@')
  if (at < 1) return { slug: segment, version: undefined }
  return { slug: segment.slice(0, at), version: segment.slice(at + 1) }
}

export function ArtifactLink({
  kind,
  slug,
  variant,
  version,
  children,
  className,
}: {
  kind: KindName
  slug: string
  /** The slug of the variant; absent: the default one. */
  variant?: string | undefined
  version?: string | undefined
  children: ReactNode
  className?: string | undefined
}) {
  const { session } = useSession()
  if (kind === 'testset') {
    return (
      <Link
        to="/p/$project/testsets/$testset"
        params={{ project: session.project.slug, testset: slugAt(slug, version) }}
        search={variant === undefined ? {} : { variant }}
        className={className}
      >
        {children}
      </Link>
    )
  }
  const page = pageKinds.find((one) => one === kind)
  if (page === undefined) return <span className={className}>{children}</span>
  return (
    <Link
      to={`/p/$project/${kindWords[page].path}/$artifact`}
      params={{ project: session.project.slug, artifact: slugAt(slug, version) }}
      search={variant === undefined ? {} : { variant }}
      className={className}
    >
      {children}
    </Link>
  )
}
