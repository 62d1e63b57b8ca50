// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { Reference, SimpleEvaluator, Windowing, WorkflowData } from './schemas.ts'

export interface CreateSimpleEvaluatorBody {
  readonly evaluator: {
    readonly slug?: string | null
    readonly name?: string | null
    readonly description?: string | null
    readonly flags?: {
      readonly [key: string]: boolean | null
    } | null
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
    readonly data?: WorkflowData | null
    readonly message?: string | null
  }
}

export interface CreateSimpleEvaluatorQuery {
  readonly evaluator_id?: string | null
}

export interface CreateSimpleEvaluatorAnswer {
  readonly count: number
  readonly evaluator?: SimpleEvaluator
}

export interface QuerySimpleEvaluatorsBody {
  readonly evaluator?: {
    readonly name?: string | null
    readonly description?: string | null
    readonly slug?: string | null
    readonly slugs?: readonly string[] | null
    readonly flags?: {
      readonly [key: string]: boolean | null
    } | null
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
  } | null
  readonly evaluator_refs?: ReadonlyArray<Reference | null> | null
  readonly include_archived?: boolean | null
  readonly windowing?: Windowing | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface QuerySimpleEvaluatorsQuery {
  readonly evaluator_id?: string | null
  readonly evaluator_slug?: string | null
  readonly evaluator_ids?: readonly string[] | null
  readonly evaluator_slugs?: readonly string[] | null
  readonly name?: string | null
  readonly description?: string | null
  readonly flags?: string | null
  readonly tags?: string | null
  readonly meta?: string | null
  readonly include_archived?: boolean | null
  readonly next?: string | null
  readonly newest?: string | null
  readonly oldest?: string | null
  readonly limit?: number | null
  readonly order?: 'ascending' | 'descending' | null
}

export interface QuerySimpleEvaluatorsAnswer {
  readonly count: number
  readonly evaluators: readonly SimpleEvaluator[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface FetchSimpleEvaluatorQuery {
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface FetchSimpleEvaluatorAnswer {
  readonly count: number
  readonly evaluator?: SimpleEvaluator
}

export interface EditSimpleEvaluatorBody {
  readonly evaluator: {
    readonly id?: string | null
    readonly slug?: string | null
    readonly name?: string | null
    readonly description?: string | null
    readonly flags?: {
      readonly [key: string]: boolean | null
    } | null
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
    readonly data?: WorkflowData | null
    readonly message?: string | null
  }
}

export interface EditSimpleEvaluatorAnswer {
  readonly count: number
  readonly evaluator?: SimpleEvaluator
}

export interface ArchiveSimpleEvaluatorAnswer {
  readonly count: number
  readonly evaluator?: SimpleEvaluator
}

export interface UnarchiveSimpleEvaluatorAnswer {
  readonly count: number
  readonly evaluator?: SimpleEvaluator
}

export const simpleEvaluators = (core: Core) => ({
  /** Make a evaluator with a variant and a first revision, at once. */
  create: (body: CreateSimpleEvaluatorBody, options?: CallOptions & { readonly query?: CreateSimpleEvaluatorQuery }) =>
    core.json<CreateSimpleEvaluatorAnswer>('POST /api/simple/evaluators/', { body, query: options?.query, options }),
  /** List evaluators that match, newest first, each with the data of its newest revision. */
  query: (body?: QuerySimpleEvaluatorsBody, options?: CallOptions & { readonly query?: QuerySimpleEvaluatorsQuery }) =>
    core.pages<QuerySimpleEvaluatorsAnswer, 'evaluators'>('POST /api/simple/evaluators/query', 'evaluators', { body, query: options?.query, repeatable: true, options }),
  /** Fetch one evaluator with the data of its newest revision. */
  fetch: (id: string, query?: FetchSimpleEvaluatorQuery, options?: CallOptions) =>
    core.json<FetchSimpleEvaluatorAnswer>(`GET /api/simple/evaluators/${at(id)}`, { query, options }),
  /** Change header fields, and commit data that differs from the newest. */
  edit: (id: string, body: EditSimpleEvaluatorBody, options?: CallOptions) =>
    core.json<EditSimpleEvaluatorAnswer>(`PUT /api/simple/evaluators/${at(id)}`, { body, repeatable: true, options }),
  /** Hide it from queries. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveSimpleEvaluatorAnswer>(`POST /api/simple/evaluators/${at(id)}/archive`, { options }),
  /** Show it in queries again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveSimpleEvaluatorAnswer>(`POST /api/simple/evaluators/${at(id)}/unarchive`, { options }),
})
