// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { ApplicationVariant, EnvironmentVariant, EvaluatorVariant, QueryVariant, Reference, TestsetVariant, WorkflowVariant } from './schemas.ts'

export interface ForkVariantBody {
  readonly workflow_variant?: {
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
  } | null
  readonly workflow_ref?: Reference | null
  readonly workflow_variant_ref?: Reference | null
  readonly workflow_revision_ref?: Reference | null
  readonly application_variant?: {
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
  } | null
  readonly application_ref?: Reference | null
  readonly application_variant_ref?: Reference | null
  readonly application_revision_ref?: Reference | null
  readonly evaluator_variant?: {
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
  } | null
  readonly evaluator_ref?: Reference | null
  readonly evaluator_variant_ref?: Reference | null
  readonly evaluator_revision_ref?: Reference | null
  readonly testset_variant?: {
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
  } | null
  readonly testset_ref?: Reference | null
  readonly testset_variant_ref?: Reference | null
  readonly testset_revision_ref?: Reference | null
  readonly query_variant?: {
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
  } | null
  readonly query_ref?: Reference | null
  readonly query_variant_ref?: Reference | null
  readonly query_revision_ref?: Reference | null
  readonly environment_variant?: {
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
  } | null
  readonly environment_ref?: Reference | null
  readonly environment_variant_ref?: Reference | null
  readonly environment_revision_ref?: Reference | null
}

export interface ForkVariantAnswer {
  readonly count: number
  readonly workflow_variant?: WorkflowVariant
  readonly application_variant?: ApplicationVariant
  readonly evaluator_variant?: EvaluatorVariant
  readonly testset_variant?: TestsetVariant
  readonly query_variant?: QueryVariant
  readonly environment_variant?: EnvironmentVariant
}

export const variants = (core: Core) => ({
  /** Make a variant with copies of a history; the kind follows from the keys of the body. */
  fork: (body: ForkVariantBody, options?: CallOptions) =>
    core.json<ForkVariantAnswer>('POST /api/variants/fork', { body, options }),
})
