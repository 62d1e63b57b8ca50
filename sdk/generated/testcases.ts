// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { Reference, RowWindowing, Testcase } from './schemas.ts'

export interface FetchTestcasesQuery {
  readonly testcase_id?: string | readonly string[] | null
  readonly testcase_ids?: string | readonly string[] | null
}

export interface FetchTestcasesAnswer {
  readonly count: number
  readonly testcases: readonly Testcase[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface QueryTestcasesBody {
  readonly testcase_ids?: readonly string[] | null
  readonly testset_id?: string | null
  readonly testset_ref?: Reference | null
  readonly testset_variant_ref?: Reference | null
  readonly testset_revision_ref?: Reference | null
  readonly include_history?: boolean | null
  readonly windowing?: RowWindowing | null
}

export interface QueryTestcasesAnswer {
  readonly count: number
  readonly testcases: readonly Testcase[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface FetchTestcaseAnswer {
  readonly count: number
  readonly testcase?: Testcase
}

export const testcases = (core: Core) => ({
  /** Fetch testcases by id, in the order asked. */
  fetchMany: (query?: FetchTestcasesQuery, options?: CallOptions) =>
    core.json<FetchTestcasesAnswer>('GET /api/testcases/', { query, options }),
  /** List the testcases of a revision in order, of a testset ever, or by id. */
  query: (body?: QueryTestcasesBody, options?: CallOptions) =>
    core.pages<QueryTestcasesAnswer, 'testcases'>('POST /api/testcases/query', 'testcases', { body, repeatable: true, options }),
  /** Fetch one testcase, whatever happened to its revisions. */
  fetch: (id: string, options?: CallOptions) =>
    core.json<FetchTestcaseAnswer>(`GET /api/testcases/${at(id)}`, { options }),
})
