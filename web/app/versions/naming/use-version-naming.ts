// Names the versions of applications of the project.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Api } from '../../api.ts'
import { useSession } from '../../session.tsx'
import { namingOf, plainNaming, type NamedVariant, type VersionNaming } from './version-name.ts'

/** The maximum of loaded variants. Versions of other variants are named without their variant. */
const variantsMax = 1000

/** The variants of all applications: one request, which grows with their number. */
const variantsQuery = (api: Api) =>
  queryOptions({
    queryKey: [api.projectId, 'versions', 'application', 'variants'],
    queryFn: async ({ signal }): Promise<readonly NamedVariant[]> => {
      const variants = await api.versions('application').variants(variantsMax, { signal })
      return variants.map(({ id, slug, name, artifact_id: artifactId }) => ({ id, slug, name, artifactId }))
    },
    staleTime: 60_000,
  })

/** Names versions of applications, with their variant where there are several. */
export function useVersionNaming(): VersionNaming {
  const { data } = useQuery(variantsQuery(useSession().api))
  return useMemo(() => (data === undefined ? plainNaming : namingOf(data)), [data])
}
