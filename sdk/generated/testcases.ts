// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { Id, QueryTestcasesRequest, QueryTestcasesResponse, TestcaseListResponse, TestcaseResponse } from './schemas.ts'

/** The query parameters of `testcases.fetchMany`. */
export interface FetchTestcasesQuery {
  /** The id of the testcase, computed from its content. */
  readonly testcase_id?: readonly Id[]
  /** The ids of the testcases. */
  readonly testcase_ids?: readonly Id[]
}

/** The answer of `testcases.fetchMany`. */
export type FetchTestcasesAnswer = TestcaseListResponse

/** The body of `testcases.query`. */
export type QueryTestcasesBody = QueryTestcasesRequest

/** The answer of `testcases.query`. */
export type QueryTestcasesAnswer = QueryTestcasesResponse

/** The answer of `testcases.fetch`. */
export type FetchTestcaseAnswer = TestcaseResponse

/** The operations of `assay.testcases`. */
export const testcases = (core: Core) => ({
  /** Fetch testcases by id, in the requested order. */
  fetchMany: (query?: FetchTestcasesQuery, options?: CallOptions) =>
    core.json<FetchTestcasesAnswer>('GET /api/testcases/', { query, options }),
  /** List testcases: of a revision in order, of the full history of a testset, or by id. */
  query: (body?: QueryTestcasesBody, options?: CallOptions) =>
    core.pages<QueryTestcasesAnswer, 'testcases'>('POST /api/testcases/query', 'testcases', { body, repeatable: true, options }),
  /** Fetch one testcase, even if its revisions are archived. */
  fetch: (id: string, options?: CallOptions) =>
    core.json<FetchTestcaseAnswer>(`GET /api/testcases/${at(id)}`, { options }),
})
