// Loads the revision that a URL names: a version or the newest, of a variant or the default one.
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../session.tsx'
import { slugAndVersion } from '../versions/artifact-link.tsx'
import type { Target } from '../versions/client.ts'
import type { KindName } from '../versions/kind-name.ts'
import { revisionQuery } from '../versions/queries.ts'

export function targetOf(artifact: string, variant: string | undefined): Target {
  const { slug, version } = slugAndVersion(artifact)
  return {
    artifact: { slug },
    ...(variant === undefined ? {} : { variant: { slug: variant } }),
    ...(version === undefined ? {} : { revision: { version } }),
  }
}

/** Loads a revision; null: it does not exist. */
export function useRevision(kind: KindName, target: Target) {
  const { api } = useSession()
  return useQuery(revisionQuery(api, kind, target))
}
