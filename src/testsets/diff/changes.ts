// Field-level differences of two rows: objects member by member, lists and scalars as one value.
import { isJsonObject, jsonEqual, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { metadataNames, type RowMetadata } from '../rows.ts'
import { ownMember } from '../../kernel/own.ts'

export type FieldChange =
  | { readonly path: readonly string[]; readonly kind: 'added'; readonly target: Json }
  | { readonly path: readonly string[]; readonly kind: 'removed'; readonly base: Json }
  | { readonly path: readonly string[]; readonly kind: 'changed'; readonly base: Json; readonly target: Json }

function valueChanges(
  base: Json | undefined,
  { target, path }: { readonly target: Json | undefined; readonly path: readonly string[] },
): readonly FieldChange[] {
  if (base === undefined) return target === undefined ? [] : [{ path, kind: 'added', target }]
  if (target === undefined) return [{ path, kind: 'removed', base }]
  if (isJsonObject(base) && isJsonObject(target)) return dataChanges(base, { target, path })
  return jsonEqual(base, target) ? [] : [{ path, kind: 'changed', base, target }]
}

/** The changes in the key order of the base, then those of the new keys of the target. */
export function dataChanges(
  base: JsonObject,
  { target, path = [] }: { readonly target: JsonObject; readonly path?: readonly string[] | undefined },
): readonly FieldChange[] {
  const keys = [...Object.keys(base), ...Object.keys(target).filter((key) => !Object.hasOwn(base, key))]
  return keys.flatMap((key) =>
    valueChanges(ownMember(base, key), { target: ownMember(target, key), path: [...path, key] }),
  )
}

/** Differences of row metadata, one value each for `__flags__`, `__tags__` and `__meta__`. */
export const metadataChanges = (base: RowMetadata, target: RowMetadata): readonly FieldChange[] =>
  metadataNames.flatMap((name): readonly FieldChange[] => {
    const path = [`__${name}__`]
    const [before, after] = [base[name], target[name]]
    if (before === undefined) return after === undefined ? [] : [{ path, kind: 'added', target: after }]
    if (after === undefined) return [{ path, kind: 'removed', base: before }]
    return jsonEqual(before, after) ? [] : [{ path, kind: 'changed', base: before, target: after }]
  })
