// Flattens the bodies of the JSON ingest routes: trees or lists of span records become one list. Trees may have any
// depth, so nothing here recurses.
import { fieldErrorsMax } from '../../../kernel/bounded-field-errors.ts'
import { invalid, type FieldError } from '../../../kernel/errors.ts'
import { isList, isObject, nestingLevelsMax, valueText, type Value, type ValueObject } from '../../value.ts'
import { ownMember } from '../../../kernel/own.ts'

/** A path as a linked list: trees may be as deep as a request is long, and paths are needed only for errors. */
interface Loc {
  readonly parent: Loc | undefined
  readonly key: string | number
}

const childLoc = (parent: Loc | undefined, key: string | number): Loc => ({ parent, key })

function pathOf(loc: Loc | undefined): readonly (string | number)[] {
  const path: (string | number)[] = []
  for (let current = loc; current !== undefined; current = current.parent) path.push(current.key)
  return path.reverse()
}

/** The location of a member of the body. */
export const bodyLoc = (...path: readonly (string | number)[]): Loc =>
  path.reduce<Loc>((parent, key) => childLoc(parent, key), childLoc(undefined, 'body'))

interface Place {
  readonly value: Value
  readonly loc: Loc
  /** The key of the span, which is its name unless it states one. */
  readonly name: string | undefined
  readonly parentId: Value | undefined
}

const fieldError = (type: FieldError['type'], loc: Loc, msg: string): FieldError => ({
  type,
  loc: pathOf(loc),
  msg,
})

/** Spans under their names, or a list of spans. */
function placesOf(
  spans: Value,
  loc: Loc,
  parentId: Value | undefined,
  fieldErrors: FieldError[],
): readonly Place[] {
  if (isList(spans)) {
    return spans.map((value, i) => ({
      value,
      loc: childLoc(loc, i),
      name: undefined,
      parentId,
    }))
  }
  if (!isObject(spans)) {
    fieldErrors.push(fieldError('dict_type', loc, 'Input should be an object or a list.'))
    return []
  }
  return Object.entries(spans).flatMap(([name, value]) =>
    isList(value)
      ? value.map((item, i) => ({
          value: item,
          loc: childLoc(childLoc(loc, name), i),
          name,
          parentId,
        }))
      : [{ value, loc: childLoc(loc, name), name, parentId }],
  )
}

function nestsTooDeep(root: Value): boolean {
  let level: readonly Value[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > nestingLevelsMax) return true
    level = level.flatMap((value) => (isList(value) ? value : isObject(value) ? Object.values(value) : []))
  }
  return false
}

/** A span of a tree, and the path of its members in the request. */
export interface PlacedRecord {
  readonly record: ValueObject
  readonly pathOf: (...members: readonly (string | number)[]) => FieldError['loc']
}

/** The spans of a tree as records, each parent before its children. Adds field errors to the list. */
export const flatRecords = (spans: Value, loc: Loc, fieldErrors: FieldError[]): readonly ValueObject[] =>
  placedRecords(spans, loc, fieldErrors).map(({ record }) => record)

/** As flatRecords, with the locations for further checks. */
export function placedRecords(spans: Value, loc: Loc, fieldErrors: FieldError[]): readonly PlacedRecord[] {
  const records: PlacedRecord[] = []
  const pendingPlaces = [...placesOf(spans, loc, undefined, fieldErrors)].reverse()
  for (let place = pendingPlaces.pop(); place !== undefined; place = pendingPlaces.pop()) {
    if (fieldErrors.length >= fieldErrorsMax) break
    const { value, name, parentId } = place
    if (!isObject(value)) {
      fieldErrors.push(fieldError('dict_type', place.loc, 'Input should be an object.'))
      continue
    }
    const { spans: childSpans, ...ownMembers } = value
    for (const id of ['trace_id', 'span_id']) {
      const value = ownMember(ownMembers, id) ?? null
      if (value === null) fieldErrors.push(fieldError('missing', childLoc(place.loc, id), 'Field required.'))
      else if (typeof value !== 'string') {
        fieldErrors.push(fieldError('string_type', childLoc(place.loc, id), 'Input should be a string.'))
      }
    }
    if (nestsTooDeep(ownMembers)) {
      fieldErrors.push(
        fieldError('value_error', place.loc, `A span may nest ${nestingLevelsMax} levels deep.`),
      )
    }
    const { loc } = place
    records.push({
      record: {
        ...ownMembers,
        ...(parentId === undefined || (ownMembers['parent_id'] ?? null) !== null
          ? {}
          : { parent_id: parentId }),
        ...(name === undefined || (ownMembers['span_name'] ?? null) !== null ? {} : { span_name: name }),
      },
      pathOf: (...members) => [...pathOf(loc), ...members],
    })
    if (childSpans === undefined || childSpans === null) continue
    const children = placesOf(childSpans, childLoc(place.loc, 'spans'), ownMembers['span_id'], fieldErrors)
    for (const child of children.toReversed()) pendingPlaces.push(child)
  }
  return records
}

/** The inbox payload of these records. Throws validation_failed with all field errors. */
export function recordsPayload(
  records: readonly ValueObject[],
  fieldErrors: readonly FieldError[],
): Uint8Array {
  if (fieldErrors.length > 0) throw invalid(fieldErrors)
  return Buffer.from(valueText(records))
}
