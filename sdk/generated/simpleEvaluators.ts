// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateSimpleEvaluatorRequest, EditSimpleEvaluatorRequest, EditSimpleEvaluatorResponse, Id, QuerySimpleEvaluatorsRequest, SimpleEvaluatorListResponse, SimpleEvaluatorResponse, Slug, Time } from './schemas.ts'

export type CreateSimpleEvaluatorBody = CreateSimpleEvaluatorRequest

export interface CreateSimpleEvaluatorQuery {
  readonly evaluator_id?: Id
}

export type CreateSimpleEvaluatorAnswer = SimpleEvaluatorResponse

export type QuerySimpleEvaluatorsBody = QuerySimpleEvaluatorsRequest

export interface QuerySimpleEvaluatorsQuery {
  readonly evaluator_id?: Id
  readonly evaluator_slug?: Slug
  readonly evaluator_ids?: readonly Id[]
  readonly evaluator_slugs?: readonly Slug[]
  readonly name?: string
  readonly description?: string
  readonly flags?: string
  readonly tags?: string
  readonly meta?: string
  readonly include_archived?: boolean
  readonly next?: Id
  readonly newest?: Time
  readonly oldest?: Time
  readonly limit?: number
  readonly order?: 'ascending' | 'descending'
}

export type QuerySimpleEvaluatorsAnswer = SimpleEvaluatorListResponse

export interface FetchSimpleEvaluatorQuery {
  readonly include_testcases?: boolean
  readonly include_testcase_ids?: boolean
}

export type FetchSimpleEvaluatorAnswer = SimpleEvaluatorResponse

export type EditSimpleEvaluatorBody = EditSimpleEvaluatorRequest

export type EditSimpleEvaluatorAnswer = EditSimpleEvaluatorResponse

export type ArchiveSimpleEvaluatorAnswer = SimpleEvaluatorResponse

export type UnarchiveSimpleEvaluatorAnswer = SimpleEvaluatorResponse

export const simpleEvaluators = (core: Core) => ({
  /** Create an evaluator with a variant and a first revision in one request. */
  create: (body: CreateSimpleEvaluatorBody, options?: CallOptions & { readonly query?: CreateSimpleEvaluatorQuery }) =>
    core.json<CreateSimpleEvaluatorAnswer>('POST /api/simple/evaluators/', { body, query: options?.query, options }),
  /** Matching evaluators, newest first, each with the data of its latest revision. */
  query: (body?: QuerySimpleEvaluatorsBody, options?: CallOptions & { readonly query?: QuerySimpleEvaluatorsQuery }) =>
    core.pages<QuerySimpleEvaluatorsAnswer, 'evaluators'>('POST /api/simple/evaluators/query', 'evaluators', { body, query: options?.query, repeatable: true, options }),
  /** Fetch one evaluator with the data of its latest revision. */
  fetch: (id: string, query?: FetchSimpleEvaluatorQuery, options?: CallOptions) =>
    core.json<FetchSimpleEvaluatorAnswer>(`GET /api/simple/evaluators/${at(id)}`, { query, options }),
  /** Edit header fields, and commit the data if it differs from the latest revision. */
  edit: (id: string, body: EditSimpleEvaluatorBody, options?: CallOptions) =>
    core.json<EditSimpleEvaluatorAnswer>(`PUT /api/simple/evaluators/${at(id)}`, { body, repeatable: true, options }),
  /** Archive it: queries omit it. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveSimpleEvaluatorAnswer>(`POST /api/simple/evaluators/${at(id)}/archive`, { options }),
  /** Unarchive it: queries include it again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveSimpleEvaluatorAnswer>(`POST /api/simple/evaluators/${at(id)}/unarchive`, { options }),
})
