// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { Id, QueryTestcasesRequest, QueryTestcasesResponse, TestcaseListResponse, TestcaseResponse } from './schemas.ts'

export interface FetchTestcasesQuery {
  readonly testcase_id?: readonly Id[]
  readonly testcase_ids?: readonly Id[]
}

export type FetchTestcasesAnswer = TestcaseListResponse

export type QueryTestcasesBody = QueryTestcasesRequest

export type QueryTestcasesAnswer = QueryTestcasesResponse

export type FetchTestcaseAnswer = TestcaseResponse

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
