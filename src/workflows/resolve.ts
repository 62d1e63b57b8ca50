// Embeds of a revision, looked up through the engine's own references.
import type { JsonObject } from '../json/value.ts'
import { storedData } from '../versioning/payload.ts'
import { kinds, type Kind } from '../versioning/kinds.ts'
import { completeReferences, type References } from '../versioning/references.ts'
import { resolveReference } from '../versioning/resolve-reference.ts'
import type { RelationalReads } from '../storage/contract.ts'
import type { EmbedRequest } from './embed-syntax.ts'
import { resolveEmbeds, type EmbedErrorPolicy, type EmbedTarget, type ResolutionInfo } from './embeds.ts'

export interface EmbedLimits {
  readonly maxDepth: number
  readonly maxEmbeds: number
}

interface Where {
  readonly reads: RelationalReads
  readonly projectId: string
}

const kindOf: Readonly<Record<EmbedRequest['kind'], Kind>> = {
  workflow: kinds.workflow,
  application: kinds.application,
  evaluator: kinds.evaluator,
  snippet: kinds.workflow,
  environment: kinds.environment,
}

/** An environment is followed to the entry under the key; without one it is the environment's own data. */
async function lookup(where: Where, request: EmbedRequest): Promise<EmbedTarget | undefined> {
  const refs: References = request.refs
  const followsEntry =
    request.kind === 'environment' && (request.key !== undefined || request.soleEntry === true)
  const resolved = followsEntry
    ? await resolveReference(
        { ...where, kind: kinds.workflow },
        { environment: refs, key: request.key },
        'resolve',
      )
    : await resolveReference({ ...where, kind: kindOf[request.kind] }, refs, 'resolve')
  if (resolved === undefined) return undefined
  const { revision, through } = resolved
  const own = completeReferences(followsEntry ? 'workflow' : request.kind, revision)
  const references =
    through === undefined ? own : { ...completeReferences('environment', through.environment), ...own }
  return { id: revision.id, data: storedData(revision), references }
}

export const resolveData = (
  where: Where,
  data: JsonObject,
  options: EmbedLimits & { readonly errorPolicy: EmbedErrorPolicy },
): Promise<{ readonly data: JsonObject; readonly info: ResolutionInfo }> =>
  resolveEmbeds({ data, ...options, lookup: (request) => lookup(where, request) })
