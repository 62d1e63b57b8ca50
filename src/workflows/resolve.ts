// Resolves the embeds of a revision, through the engine's own references.
import type { JsonObject } from '../kernel/json/value.ts'
import { readStoredData } from '../versioning/payload.ts'
import { kinds, type Kind } from '../versioning/kinds.ts'
import {
  completeReferences,
  revisionReference,
  type CompleteReferences,
  type References,
} from '../versioning/references/references.ts'
import { resolveReference, type ResolvedReference } from '../versioning/references/resolve-reference.ts'
import type { RelationalReads } from '../storage/contract/contract.ts'
import type { EmbedRequest } from './embed-syntax.ts'
import { resolveEmbeds, type EmbedErrorPolicy, type EmbedTarget, type ResolutionInfo } from './embeds.ts'

/** The limits of a request, and their defaults. Each level costs a read of the store, each embed at most one. */
export interface EmbedLimits {
  readonly maxDepth: number
  readonly maxEmbeds: number
  /** The most characters of JSON that embeds may add to the data. */
  readonly charactersMax: number
}

export const embedLimits = (
  config: Readonly<Record<'embedDepthMax' | 'embedsMax' | 'revisionCharactersMax', number>>,
): EmbedLimits => ({
  maxDepth: config.embedDepthMax,
  maxEmbeds: config.embedsMax,
  charactersMax: config.revisionCharactersMax,
})

interface Source {
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

/** An environment is resolved to the entry under the key; without a key the environment's own data is used. */
const isEntryRequest = (request: EmbedRequest): boolean =>
  request.kind === 'environment' && (request.key !== undefined || request.isSoleEntry === true)

/** The revision that an embed references directly, without following an environment. */
export const referencedRevision = (
  source: Source,
  request: EmbedRequest,
): Promise<ResolvedReference | undefined> =>
  resolveReference(
    { ...source, kind: kindOf[request.kind], part: { withData: false } },
    { target: request.refs, verb: 'resolve' },
  )

async function lookup(source: Source, request: EmbedRequest): Promise<EmbedTarget | undefined> {
  const refs: References = request.refs
  const resolution = isEntryRequest(request)
    ? await resolveReference(
        { ...source, kind: kinds.workflow },
        { target: { environment: refs, key: request.key }, verb: 'resolve' },
      )
    : await resolveReference({ ...source, kind: kindOf[request.kind] }, { target: refs, verb: 'resolve' })
  if (resolution === undefined) return undefined
  const { revision } = resolution
  return {
    id: revision.id,
    data: await readStoredData(revision),
    references: usedReferences(request, resolution),
  }
}

/** The complete references of the embed, and the resolved revision. */
function usedReferences(request: EmbedRequest, { revision, through }: ResolvedReference): CompleteReferences {
  const complete = completeReferences(request.kind, through?.environment ?? revision)
  const requestedRefs = Object.keys(request.refs).map((level) =>
    level === 'artifact' ? request.kind : `${request.kind}_${level}`,
  )
  const resolvedName = `${through === undefined ? request.kind : 'workflow'}_revision`
  return {
    ...Object.fromEntries(Object.entries(complete).filter(([name]) => requestedRefs.includes(name))),
    [resolvedName]: revisionReference(revision),
  }
}

export const resolveData = (
  source: Source,
  data: JsonObject,
  options: EmbedLimits & { readonly errorPolicy: EmbedErrorPolicy },
): Promise<{ readonly data: JsonObject; readonly info: ResolutionInfo }> =>
  resolveEmbeds({ data, ...options, lookup: (request) => lookup(source, request) })
