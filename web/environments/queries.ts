// The query of the Environments page: the log of an environment.
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../app/api.ts'
import type { Environment } from '../app/versions/entries.ts'

/** Commits per step of the history. */
export const depthStep = 50

/** One more commit than the depth, to compare the last one with it. */
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
