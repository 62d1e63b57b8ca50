// The history of a variant, newest first, archived revisions included.
import { AssayError } from '../kernel/errors.ts'
import type { Revision } from '../storage/contract/contract.ts'
import { referenceRequired } from './references/resolve-reference.ts'
import type { KindScope } from './engine.ts'

export interface LogInput {
  readonly artifactId?: string | undefined
  readonly variantId?: string | undefined
  /** Starts at this revision and goes back. */
  readonly revisionId?: string | undefined
  readonly depth?: number | undefined
  readonly withData: boolean
}

interface Start {
  readonly artifactId: string
  readonly variantId: string
  readonly version: number | undefined
}

async function startOf({ scope, kind }: KindScope, input: LogInput): Promise<Start | undefined> {
  const { read } = scope.store
  if (input.revisionId !== undefined) {
    const revision = await read.revision(scope.projectId, kind.family, { id: input.revisionId })
    return (
      revision && {
        artifactId: revision.artifact.id,
        variantId: revision.variant.id,
        version: revision.version,
      }
    )
  }
  if (input.variantId !== undefined) {
    const variant = await read.variant(scope.projectId, kind.family, { id: input.variantId })
    return variant && { artifactId: variant.artifact.id, variantId: variant.id, version: undefined }
  }
  if (input.artifactId === undefined) throw referenceRequired(kind, 'log')
  const artifact = await read.artifact(scope.projectId, kind.family, { id: input.artifactId })
  const variant = artifact && (await read.defaultVariant(scope.projectId, artifact.id))
  return variant && { artifactId: variant.artifact.id, variantId: variant.id, version: undefined }
}

function refuseContradiction(
  name: string,
  { sent, actual }: { readonly sent: string | undefined; readonly actual: string },
): void {
  if (sent !== undefined && sent !== actual) {
    throw new AssayError('reference_mismatch', `${name}='${sent}' does not match '${actual}' of the record.`)
  }
}

/** Unknown ids return an empty list. */
export async function log(kindScope: KindScope, input: LogInput): Promise<readonly Revision[]> {
  const start = await startOf(kindScope, input)
  if (start === undefined) return []
  refuseContradiction(`${kindScope.kind.name}_variant_id`, { sent: input.variantId, actual: start.variantId })
  refuseContradiction(`${kindScope.kind.name}_id`, { sent: input.artifactId, actual: start.artifactId })
  return kindScope.scope.store.read.log(kindScope.scope.projectId, start.variantId, {
    fromVersion: start.version,
    depth: input.depth,
    withData: input.withData,
  })
}
