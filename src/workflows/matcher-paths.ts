// Parses paths in the matchers of the evaluator `match`: targets, and references that are paths. They are checked on
// commit and again on each run, so that an unreadable target is refused instead of scoring 0.
import { isJsonPath, jsonPathParts, type JsonPathPart } from '../kernel/json/json-path.ts'
import { pointerParts } from '../kernel/json/path.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../kernel/json/value.ts'
import { hasEmbed } from './embed-syntax.ts'

/** The members that matchers can access. */
const roots: ReadonlySet<JsonPathPart | undefined> = new Set(['inputs', 'outputs', 'testcase', 'trace'])

const rootNames = [...roots].join(', ')

type ParsedPath = { readonly parts: readonly JsonPathPart[] } | { readonly problem: string }

function requireRoot(path: string, parts: readonly JsonPathPart[]): ParsedPath {
  if (parts.length === 0 || roots.has(parts[0])) return { parts }
  return { problem: `'${path}' does not start with one of ${rootNames}.` }
}

function parseJsonPath(path: string): ParsedPath {
  const parts = jsonPathParts(path)
  if (typeof parts !== 'number') return requireRoot(path, parts)
  return { problem: `'${path}' is not a path to a single value (at character ${parts}).` }
}

/**
 * A JSONPath, a JSON Pointer, or a dot path from one of the roots (`outputs.answer`, the format of existing
 * clients).
 */
export function targetPath(text: string): ParsedPath {
  if (isJsonPath(text)) return parseJsonPath(text)
  if (text.startsWith('/')) return requireRoot(text, pointerParts(text))
  const dotPath = parseJsonPath(`$.${text}`)
  if ('parts' in dotPath) return dotPath
  return {
    problem: `'${text}' is neither a JSONPath ($.outputs.answer) nor a JSON Pointer (/outputs/answer) into ${rootNames}.`,
  }
}

/** Undefined: a literal. A JSON Pointer must start with one of the roots: `/help` is an ordinary text. */
export function referencePath(value: Json): ParsedPath | undefined {
  if (typeof value !== 'string') return undefined
  if (isJsonPath(value)) return parseJsonPath(value)
  if (!value.startsWith('/')) return undefined
  const parts = pointerParts(value)
  return roots.has(parts[0]) ? { parts } : undefined
}

/** The references of a matcher: the list, else the single one. */
export function referencesOf({ reference, references }: JsonObject): readonly Json[] {
  if (Array.isArray(references)) return references
  return reference === undefined ? [] : [reference]
}

interface PathError {
  readonly path: readonly (string | number)[]
  readonly msg: string
  readonly input: Json
}

function* matcherErrors(matcher: JsonObject, path: readonly (string | number)[]): Generator<PathError> {
  const { target, references, matchers } = matcher
  const hasChildren = isJsonList(matchers) && matchers.length > 0
  if (typeof target === 'string' && !hasChildren && !hasEmbed(target)) {
    const result = targetPath(target)
    if ('problem' in result) yield { path: [...path, 'target'], msg: result.problem, input: target }
  }
  for (const [i, value] of referencesOf(matcher).entries()) {
    const result = hasEmbed(value) ? undefined : referencePath(value)
    if (result === undefined || !('problem' in result)) continue
    const memberPath = Array.isArray(references) ? ['references', i] : ['reference']
    yield { path: [...path, ...memberPath], msg: result.problem, input: value }
  }
  yield* pathErrors(matcher, path)
}

/** Unreadable targets and references in these settings, with their locations. */
export function* pathErrors(
  { matchers }: JsonObject,
  path: readonly (string | number)[] = [],
): Generator<PathError> {
  if (!isJsonList(matchers)) return
  for (const [i, matcher] of matchers.entries()) {
    if (isJsonObject(matcher)) yield* matcherErrors(matcher, [...path, 'matchers', i])
  }
}
