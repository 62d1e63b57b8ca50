// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateSimpleEvaluatorRequest, EditSimpleEvaluatorRequest, EditSimpleEvaluatorResponse, Id, QuerySimpleEvaluatorsRequest, SimpleEvaluatorListResponse, SimpleEvaluatorResponse, Slug, Time } from './schemas.ts'

/** The body of `simpleEvaluators.create`. */
export type CreateSimpleEvaluatorBody = CreateSimpleEvaluatorRequest

/** The query parameters of `simpleEvaluators.create`. */
export interface CreateSimpleEvaluatorQuery {
  /** Only records of this evaluator, by id. */
  readonly evaluator_id?: Id
}

/** The answer of `simpleEvaluators.create`. */
export type CreateSimpleEvaluatorAnswer = SimpleEvaluatorResponse

/** The body of `simpleEvaluators.query`. */
export type QuerySimpleEvaluatorsBody = QuerySimpleEvaluatorsRequest

/** The query parameters of `simpleEvaluators.query`. */
export interface QuerySimpleEvaluatorsQuery {
  /** Only records of this evaluator, by id. */
  readonly evaluator_id?: Id
  /** Only records of this evaluator, by slug. */
  readonly evaluator_slug?: Slug
  /** Only records of one of these evaluators, by id. */
  readonly evaluator_ids?: readonly Id[]
  /** Only records of one of these evaluators, by slug. */
  readonly evaluator_slugs?: readonly Slug[]
  /** Only records whose name contains this text, in any case. */
  readonly name?: string
  /** Only records whose description contains this text, in any case. */
  readonly description?: string
  /** Only records with these flags, as JSON text. */
  readonly flags?: string
  /** Only records that have all of these tags with equal values, as JSON text. */
  readonly tags?: string
  /** Only records whose meta contains these members with equal values, as JSON text. */
  readonly meta?: string
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: boolean
  /** The cursor: the id of the last item of the previous page. */
  readonly next?: Id
  /** The upper bound of the time, ISO 8601. */
  readonly newest?: Time
  /** The lower bound of the time, ISO 8601. */
  readonly oldest?: Time
  /** The page size; 0 means the default. */
  readonly limit?: number
  /** `descending` (newest first) or `ascending`. */
  readonly order?: 'ascending' | 'descending'
}

/** The answer of `simpleEvaluators.query`. */
export type QuerySimpleEvaluatorsAnswer = SimpleEvaluatorListResponse

/** The query parameters of `simpleEvaluators.fetch`. */
export interface FetchSimpleEvaluatorQuery {
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: boolean
}

/** The answer of `simpleEvaluators.fetch`. */
export type FetchSimpleEvaluatorAnswer = SimpleEvaluatorResponse

/** The body of `simpleEvaluators.edit`. */
export type EditSimpleEvaluatorBody = EditSimpleEvaluatorRequest

/** The answer of `simpleEvaluators.edit`. */
export type EditSimpleEvaluatorAnswer = EditSimpleEvaluatorResponse

/** The answer of `simpleEvaluators.archive`. */
export type ArchiveSimpleEvaluatorAnswer = SimpleEvaluatorResponse

/** The answer of `simpleEvaluators.unarchive`. */
export type UnarchiveSimpleEvaluatorAnswer = SimpleEvaluatorResponse

/** The operations of `assay.simpleEvaluators`. */
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
  /** Archive the record: queries omit it. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveSimpleEvaluatorAnswer>(`POST /api/simple/evaluators/${at(id)}/archive`, { options }),
  /** Unarchive the record: queries include it again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveSimpleEvaluatorAnswer>(`POST /api/simple/evaluators/${at(id)}/unarchive`, { options }),
})
