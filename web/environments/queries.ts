// The query of the Environments page: the log of an environment.
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../app/api.ts'
import type { Environment } from '../app/versions/entries.ts'

/** The number of commits that each step of the history adds. */
export const depthStep = 50

/** The log of an environment, with one commit beyond the depth, which the oldest visible commit is compared with. */
export const logQuery = (
  api: Api,
  { variantId, depth = depthStep }: Pick<Environment, 'variantId'> & { readonly depth?: number },
) =>
  queryOptions({
    queryKey: [api.projectId, 'versions', 'environment', 'log', variantId, depth],
    queryFn: ({ signal }) =>
      api
        .versions('environment')
        .log({ variantId: variantId ?? '', depth: depth + 1, includeData: true }, { signal }),
    enabled: variantId !== undefined,
  })
