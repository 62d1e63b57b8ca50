// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { GraphRequest, RevisionGraph, UsesRequest, WhereUsed } from './schemas.ts'

/** The body of `revisions.graph`. */
export type QueryRevisionGraphBody = GraphRequest

/** The answer of `revisions.graph`. */
export type QueryRevisionGraphAnswer = RevisionGraph

/** The body of `revisions.uses`. */
export type QueryRevisionUsesBody = UsesRequest

/** The answer of `revisions.uses`. */
export type QueryRevisionUsesAnswer = WhereUsed

/** The operations of `assay.revisions`. */
export const revisions = (core: Core) => ({
  /** All variants of an artifact with their revisions, newest first, without payloads. */
  graph: (body: QueryRevisionGraphBody, options?: CallOptions) =>
    core.json<QueryRevisionGraphAnswer>('POST /api/revisions/graph', { body, repeatable: true, options }),
  /** Where an artifact, or one revision of it, is used. */
  uses: (body: QueryRevisionUsesBody, options?: CallOptions) =>
    core.json<QueryRevisionUsesAnswer>('POST /api/revisions/uses', { body, repeatable: true, options }),
})
