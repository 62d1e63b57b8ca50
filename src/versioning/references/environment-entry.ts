// The content of an environment revision: a map from key to a group of references.
import { AssayError } from '../../kernel/errors.ts'
import { isJsonObject, type JsonObject } from '../../kernel/json/value.ts'
import type { Revision } from '../../storage/contract/contract.ts'
import type { Kind } from '../kinds.ts'
import { storedData } from '../payload.ts'
import { ownMember } from '../../kernel/own.ts'

export interface Entries {
  readonly [key: string]: JsonObject
}

/** The map in the payload of an environment revision; empty if there is none. */
export function entriesIn(payload: JsonObject | undefined): Entries {
  const references = payload?.['references']
  return isJsonObject(references) ? (references as Entries) : {}
}

/** The map of an environment revision. */
export const entriesOf = (revision: Pick<Revision, 'dataText'> | undefined): Entries =>
  entriesIn(revision && storedData(revision))

/** The id of the revision in a group under one of these names; undefined: the group belongs to another kind. */
export function revisionIdOfGroup(
  group: JsonObject | undefined,
  names: readonly string[],
): string | undefined {
  for (const name of names) {
    const reference = ownMember(group, `${name}_revision`)
    if (isJsonObject(reference) && typeof reference['id'] === 'string') return reference['id']
  }
  return undefined
}

/** The entry for a retrieve through an environment: that of the requested key, else the only entry of the kind. */
export function environmentEntry(
  kind: Kind,
  {
    environment,
    key,
  }: {
    readonly environment: { readonly slug: string; readonly entries: Entries }
    readonly key: string | undefined
  },
): { readonly key: string; readonly revisionId: string | undefined } {
  const { slug, entries } = environment
  if (key !== undefined) {
    const group = ownMember(entries, key)
    return { key, revisionId: revisionIdOfGroup(group, kind.groupNames) }
  }
  const keysOfKind = Object.keys(entries)
    .filter((name) => revisionIdOfGroup(ownMember(entries, name), kind.groupNames) !== undefined)
    .sort()
  const [onlyEntry] = keysOfKind
  if (onlyEntry === undefined || keysOfKind.length > 1) {
    throw new AssayError(
      'key_required',
      `environment '${slug}' holds ${keysOfKind.length} ${kind.name} entries ` +
        `(${keysOfKind.join(', ')}): send key or ${kind.name}_ref.`,
    )
  }
  return { key: onlyEntry, revisionId: revisionIdOfGroup(ownMember(entries, onlyEntry), kind.groupNames) }
}
