// Requests that translate the filter of a saved query: the stored tree to text, and typed text to a tree.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { AssayError, type Api } from '../../app/api.ts'
import type { JsonObject } from '../../app/versions/client.ts'
import { toJson } from '../../app/versions/delta.ts'
import { membersOf } from '../../ui/records.ts'
import { filterTextOf, focusOf, type FilterEdit, type Translation } from './query-filter.ts'

/** A rejected filter is a valid result; any other failure is an error of the request. */
async function translationOf(request: Promise<{ readonly filter: string }>): Promise<Translation> {
  try {
    return { filter: (await request).filter }
  } catch (error) {
    if (error instanceof AssayError && error.status < 500) return { errorMessage: error.message }
    throw error
  }
}

export const filterTextQuery = (api: Api, data: JsonObject) => {
  const [filtering, focus] = [membersOf(data['filtering']), focusOf(data)]
  return queryOptions({
    queryKey: [api.projectId, 'filter text', focus, JSON.stringify(filtering)],
    queryFn: async ({ signal }) =>
      filterTextOf(
        await translationOf(api.spans.translateFilter({ filtering, focus }, { signal })),
        (filter) => translationOf(api.spans.translateFilter({ filter, focus }, { signal })),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
}

export const filterTreeQuery = (api: Api, { text, focus }: FilterEdit) =>
  queryOptions({
    queryKey: [api.projectId, 'filter tree', focus, text],
    queryFn: async ({ signal }) =>
      toJson((await api.spans.translateFilter({ filter: text, focus }, { signal })).filtering),
    // An invalid text stays invalid.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
