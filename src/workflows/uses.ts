// Lists the revisions that the embeds of a payload reference when the payload is committed.
import { isJsonList, type Json, type JsonObject } from '../kernel/json/value.ts'
import { AssayError } from '../kernel/errors.ts'
import type { RelationalReads, UsedRecord } from '../storage/contract/contract.ts'
import { objectEmbed, requestOf, textEmbeds, type Embed, type EmbedRequest } from './embed-syntax.ts'
import { referencedRevision } from './resolve.ts'

function* embedsIn(value: Json): Generator<Embed> {
  if (typeof value === 'string') {
    for (const { embed } of textEmbeds(value)) yield embed
  } else if (isJsonList(value)) {
    for (const item of value) yield* embedsIn(item)
  } else if (value !== null && typeof value === 'object') {
    const embed = objectEmbed(value)
    if (embed === undefined) for (const member of Object.values(value)) yield* embedsIn(member)
    else yield embed
  }
}

/** Whether an embed stays with one revision after later commits. */
const isPinned = ({ refs }: EmbedRequest): boolean =>
  refs.revision !== undefined || refs.variant?.version !== undefined || refs.artifact?.version !== undefined

interface Source {
  readonly reads: RelationalReads
  readonly projectId: string
}

/**
 * Every embed uses its artifact, and either one revision of it or the head of a variant. An embed that
 * references nothing yet uses nothing: its meaning is decided on resolution. Embeds beyond `embedsMax` are not
 * listed, because a revision with more of them is not resolved.
 */
export async function embedUses(
  { embedsMax, ...source }: Source & { readonly embedsMax: number },
  data: JsonObject,
): Promise<readonly UsedRecord[]> {
  const uses: UsedRecord[] = []
  for (const embed of embedsIn(data).take(embedsMax)) {
    const request = requestOf(embed)
    const revision = request && (await revisionOf(source, request))
    if (request === undefined || revision === undefined) continue
    uses.push(
      { level: 'artifact', id: revision.artifact.id },
      isPinned(request)
        ? { level: 'revision', id: revision.id }
        : { level: 'variant', id: revision.variant.id },
    )
  }
  return uses
}

async function revisionOf(source: Source, request: EmbedRequest) {
  try {
    return (await referencedRevision(source, request))?.revision
  } catch (error) {
    // Invalid references are refused on resolution, not when they are stored.
    if (error instanceof AssayError && error.status < 500) return undefined
    throw error
  }
}
