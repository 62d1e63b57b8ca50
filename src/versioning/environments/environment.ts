// Payload rules of environments. Every group of references is completed from its revision, so that an entry
// stays pinned to one revision after later commits to its variant. deploy.ts commits a change of one entry.
// Imports references/, the engine of versioning/, storage/contract and the kernel. Start here.
import { AssayError, limitExceeded } from '../../kernel/errors.ts'
import { isJsonObject, jsonEqual, type Json, type JsonObject } from '../../kernel/json/value.ts'
import type { Revision } from '../../storage/contract/contract.ts'
import { entriesOf, type Entries } from '../references/environment-entry.ts'
import { kinds, type Kind } from '../kinds.ts'
import {
  prepareUnchanged,
  readStoredData,
  type CommitContext,
  type PayloadRules,
  type PreparedPayload,
  type Warning,
} from '../payload.ts'
import {
  completeReferences,
  referenceWithIdOrSlug,
  type Reference,
  type References,
} from '../references/references.ts'
import { uuid } from '../../kernel/validation.ts'
import { resolveReference } from '../references/resolve-reference.ts'
import { ownMember } from '../../kernel/own.ts'

/** Names of references in a group, and the kind in which each is looked up. */
const groupKinds: readonly (readonly [name: string, kind: Kind])[] = [
  ...Object.values(kinds)
    .filter((kind) => kind.isDeployable)
    .map((kind) => [kind.name, kind] as const),
  ['snippet', kinds.workflow],
]

/** The base names of references in a group; each also exists with the suffixes `_variant` and `_revision`. */
export const entryNames: readonly string[] = groupKinds.map(([name]) => name)

function referenceIn(group: JsonObject, name: string): Reference | undefined {
  const value = ownMember(group, name)
  if (!isJsonObject(value)) return undefined
  const text = (member: Json | undefined): string | undefined =>
    typeof member === 'string' ? member : typeof member === 'number' ? String(member) : undefined
  // Already validated; this normalizes the spelling.
  const id = uuid.safeParse(value['id']).data
  const reference = { id, slug: text(value['slug']), version: text(value['version']) }
  return Object.values(reference).some((member) => member !== undefined) ? reference : undefined
}

/** The deciding references. Parents made redundant by a more specific reference are corrected, not checked. */
function decidingReferences(group: JsonObject, name: string): References | undefined {
  const artifact = referenceIn(group, name)
  const variant = referenceIn(group, `${name}_variant`)
  const revision = referenceIn(group, `${name}_revision`)
  if (referenceWithIdOrSlug(revision) !== undefined) return { revision }
  if (referenceWithIdOrSlug(variant) !== undefined) return { revision, variant }
  if (referenceWithIdOrSlug(artifact) !== undefined) return { revision, artifact }
  return artifact || variant || revision ? {} : undefined
}

async function revisionOf(
  context: CommitContext,
  { kind, refs }: { readonly kind: Kind; readonly refs: References },
): Promise<Revision | undefined> {
  const lookupScope = { reads: context.reads, projectId: context.scope.projectId, kind }
  try {
    return (await resolveReference(lookupScope, { target: refs, verb: 'commit' }))?.revision
  } catch (error) {
    // A group without a usable reference is stored as sent, with a warning.
    if (error instanceof AssayError && error.status === 400) return undefined
    throw error
  }
}

async function completeGroup(
  context: CommitContext,
  { key, group }: { readonly key: string; readonly group: JsonObject },
): Promise<{ readonly group: JsonObject; readonly warnings: readonly Warning[] }> {
  let currentGroup = group
  const warnings: Warning[] = []
  for (const [name, kind] of groupKinds) {
    const refs = decidingReferences(group, name)
    if (refs === undefined) continue
    const revision = await revisionOf(context, { kind, refs })
    if (revision === undefined) {
      warnings.push({
        code: 'unresolved_reference',
        message: `The ${name} references under '${key}' match no revision; they are stored as sent.`,
        target: [...context.loc, key],
      })
    } else {
      currentGroup = { ...currentGroup, ...(completeReferences(name, revision) as unknown as JsonObject) }
    }
  }
  return { group: currentGroup, warnings }
}

function artifactIds(group: JsonObject | undefined): readonly string[] {
  if (group === undefined) return []
  return groupKinds.flatMap(([name]) => referenceIn(group, name)?.id ?? [])
}

/** The artifacts whose entry was added, changed or removed. */
function touchedArtifacts(before: Entries, after: Entries): readonly string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  const touchedIds = new Set<string>()
  for (const key of keys) {
    const from = ownMember(before, key)
    const to = ownMember(after, key)
    if (from !== undefined && to !== undefined && jsonEqual(from, to)) continue
    for (const id of [...artifactIds(from), ...artifactIds(to)]) touchedIds.add(id)
  }
  return [...touchedIds]
}

const asEntries = (value: Json | undefined): Entries => (isJsonObject(value) ? (value as Entries) : {})

export function environmentRules(limits: { readonly entriesMax: number }): PayloadRules {
  async function prepareEntries(
    context: CommitContext,
    { entries, warnings }: { readonly entries: Entries; readonly warnings: readonly Warning[] },
  ): Promise<PreparedPayload> {
    if (Object.keys(entries).length > limits.entriesMax) {
      throw limitExceeded({
        type: 'too_long',
        loc: context.loc,
        msg: `An environment holds at most ${limits.entriesMax} keys (setting environment_entries_max).`,
        limit: limits.entriesMax,
        setting: 'environment_entries_max',
      })
    }
    return {
      ...(await prepareUnchanged(context, { references: entries }, { flags: context.flags, warnings })),
      touchedArtifactIds: touchedArtifacts(entriesOf(context.head), entries),
    }
  }

  async function completeGroups(
    context: CommitContext,
    groups: Entries,
  ): Promise<{
    readonly pairs: readonly (readonly [string, JsonObject])[]
    readonly warnings: readonly Warning[]
  }> {
    const pairs: (readonly [string, JsonObject])[] = []
    const warnings: Warning[] = []
    for (const [key, group] of Object.entries(groups)) {
      const result = await completeGroup(context, { key, group })
      pairs.push([key, result.group])
      warnings.push(...result.warnings)
    }
    return { pairs, warnings }
  }

  return {
    isRequired: true,
    emptyData: { references: {} },
    preparesEarly: false,
    async prepare(context, data) {
      const { pairs, warnings } = await completeGroups(
        { ...context, loc: [...context.loc, 'references'] },
        asEntries(data['references']),
      )
      return prepareEntries(context, { entries: Object.fromEntries(pairs), warnings })
    },
    async prepareDelta(context, delta) {
      const { pairs, warnings } = await completeGroups(
        { ...context, loc: [...context.loc, 'set'] },
        asEntries(delta['set']),
      )
      const entries = new Map(Object.entries(entriesOf(context.start)))
      const allWarnings: Warning[] = [...warnings]
      const removals = Array.isArray(delta['remove']) ? (delta['remove'] as readonly string[]) : []
      for (const [i, key] of removals.entries()) {
        if (!entries.delete(key)) {
          const message = `There is no entry '${key}' to remove.`
          allWarnings.push({ code: 'nothing_removed', message, target: [...context.loc, 'remove', i] })
        }
      }
      for (const [key, group] of pairs) entries.set(key, group)
      return prepareEntries(context, { entries: Object.fromEntries(entries), warnings: allWarnings })
    },
    flags: (flags) => flags,
    view: async (revision) => ({ data: await readStoredData(revision) }),
  }
}
