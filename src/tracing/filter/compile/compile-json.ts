// SQL over JSON texts: the value at a path, and containment of one value in another.
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../kernel/json/value.ts'
import type { Binder } from './bind.ts'
import { listIndex, type Path } from '../path.ts'

/** JSON text at the path below `base`, a SQL expression of JSON text. '' if there is no value. */
export function jsonAt(base: string, { path, bind }: { readonly path: Path; readonly bind: Binder }): string {
  const { segments, exact } = path
  if (segments.some((segment) => listIndex(segment) !== undefined)) return foldedPath(base, { path, bind })
  const nestedJson = `JSONExtractRaw(${[base, ...segments.map(bind.text)].join(', ')})`
  if (exact || segments.length === 1) return nestedJson
  return `if(${nestedJson} != '', ${nestedJson}, ${foldedPath(base, { path, bind })})`
}

/**
 * Walks the segments as valueAt does. The state is the current text, the incomplete name and a flag for it: a name
 * consists of several segments if the shorter name is absent or not a container.
 */
function foldedPath(base: string, { path, bind }: { readonly path: Path; readonly bind: Binder }): string {
  const { segments, exact } = path
  const names = bind.texts(segments)
  const positions = bind.integers(segments.map((segment) => (listIndex(segment) ?? -1) + 1))
  if (exact) {
    const step = `if(JSONType(at) = 'Array', if(i > 0, JSONExtractRaw(at, i), ''), JSONExtractRaw(at, s))`
    return `arrayFold((at, s, i) -> ${step}, ${names}, ${positions}, ${base})`
  }
  const lasts = bind.integers(segments.map((_, i) => (i === segments.length - 1 ? 1 : 0)))
  const name = `if(at.3 = 1, concat(at.2, '.', s), s)`
  const item = `if(i > 0 AND at.3 = 0, JSONExtractRaw(at.1, i), '')`
  const child = `if(JSONType(at.1) = 'Array', ${item}, JSONExtractRaw(at.1, ${name}))`
  const enters = `c != '' AND (last = 1 OR JSONType(c) IN ('Object', 'Array'))`
  // An incomplete name at the last segment means that there is no value.
  const states = `(c, '', 0), (if(last = 1, '', at.1), ${name}, 1)`
  const step = `arrayMap(c -> if(${enters}, ${states}), [${child}])[1]`
  return `arrayFold((at, s, i, last) -> ${step}, ${names}, ${positions}, ${lasts}, (${base}, '', 0)).1`
}

export const isStringText = (text: string): string => `JSONType(${text}) = 'String'`
export const isNumberText = (text: string): string => `JSONType(${text}) IN ('Int64', 'UInt64', 'Double')`
export const isBoolText = (text: string): string => `JSONType(${text}) = 'Bool'`

export const anyOf = (tests: readonly string[]): string =>
  tests.length === 0 ? 'false' : tests.length === 1 ? String(tests[0]) : `(${tests.join(' OR ')})`
export const allOf = (tests: readonly string[]): string =>
  tests.length === 0 ? 'true' : tests.length === 1 ? String(tests[0]) : `(${tests.join(' AND ')})`

/** Whether the JSON text contains `part`: typed equality of scalars, members of objects, elements of arrays. */
export function containsSql(text: string, part: Json, bind: Binder, depth = 1): string {
  if (part === null) return `${text} = 'null'`
  if (typeof part === 'string') {
    return allOf([isStringText(text), `JSONExtractString(${text}) = ${bind.text(part)}`])
  }
  if (typeof part === 'number') {
    return allOf([isNumberText(text), `JSONExtractFloat(${text}) = ${bind.number(part)}`])
  }
  if (typeof part === 'boolean') return `${text} = '${part ? 'true' : 'false'}'`
  if (isJsonList(part)) {
    const element = `e${depth}`
    const tests = part.map(
      (item) =>
        `arrayExists(${element} -> ${containsSql(element, item, bind, depth + 1)}, JSONExtractArrayRaw(${text}))`,
    )
    return allOf([`JSONType(${text}) = 'Array'`, ...tests])
  }
  return isJsonObject(part) ? containsMembers(text, { part, bind, depth }) : 'false'
}

function containsMembers(
  text: string,
  { part, bind, depth }: { readonly part: JsonObject; readonly bind: Binder; readonly depth: number },
): string {
  const tests = Object.entries(part).map(([name, value]) => {
    const member = `JSONExtractRaw(${text}, ${bind.text(name)})`
    // The SQL repeats the text of a deep member for each test below it.
    bind.budget.addDraft(member.length)
    return containsSql(member, value, bind, depth)
  })
  return allOf([`JSONType(${text}) = 'Object'`, ...tests])
}
