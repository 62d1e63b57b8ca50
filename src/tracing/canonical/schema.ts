// Parses the canonical `ag` object. Each member must have the right type; any other value is moved to `ag.unsupported`.
// This is decided per member, so that one wrong value does not affect its neighbours.
import { jsonTextValue } from '../exact-json.ts'
import { isObject, type OpenObject, type Value, type ValueObject } from '../value.ts'
import { sentMetrics, type SentMetrics } from '../attributes/metrics.ts'
import { referencesOf } from './references.ts'
import { spanTypes, traceTypes, wordOf, type SpanType, type TraceType } from '../attributes/vocabularies.ts'
import { WriteTree } from '../attributes/write-tree.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'

export interface AgParts {
  readonly declaredTraceType?: TraceType
  readonly declaredSpanType?: SpanType
  readonly data: ValueObject
  readonly metrics: SentMetrics
  readonly references: ValueObject
  /** The non-empty ones of session, user, agent, flags, tags, meta, exception and selector. */
  readonly others: ValueObject
  /** Still open: the span record adds its own members of a wrong type here. */
  readonly unsupported: WriteTree
}

const knownMembers: ReadonlySet<string> = new Set([
  'type',
  'data',
  'metrics',
  'session',
  'user',
  'agent',
  'flags',
  'tags',
  'meta',
  'exception',
  'references',
  'selector',
  'unsupported',
])

/** Parses the values below `ag`. */
export function readAg(ag: ValueObject): AgParts {
  const unsupported = new WriteTree({ buildsLists: false })
  const ownUnsupported = ag['unsupported']
  if (isObject(ownUnsupported)) unsupported.write([], ownUnsupported)
  else if (ownUnsupported !== undefined) unsupported.write(['unsupported'], ownUnsupported)
  for (const [key, value] of Object.entries(ag)) {
    if (!knownMembers.has(key)) unsupported.write([key], value)
  }
  const meta = objectOf(ag, 'meta', unsupported)
  return {
    ...typesOf(objectOf(ag, 'type', unsupported), unsupported),
    data: dataOf(objectOf(ag, 'data', unsupported), meta, unsupported),
    metrics: sentMetrics(ag['metrics'], unsupported),
    references: referencesOf(ag['references'], unsupported),
    others: nonEmpty({
      session: identityOf(ag, 'session', unsupported),
      user: identityOf(ag, 'user', unsupported),
      agent: identityOf(ag, 'agent', unsupported),
      flags: labelsOf(objectOf(ag, 'flags', unsupported), ['flags'], unsupported),
      tags: labelsOf(objectOf(ag, 'tags', unsupported), ['tags'], unsupported),
      meta,
      exception: objectOf(ag, 'exception', unsupported),
      selector: objectOf(ag, 'selector', unsupported),
    }),
    unsupported,
  }
}

function objectOf(ag: ValueObject, key: string, unsupported: WriteTree): ValueObject {
  const value = ownMember(ag, key)
  if (value === undefined || isObject(value)) return value ?? {}
  unsupported.write([key], value)
  return {}
}

function nonEmpty(members: { readonly [key: string]: ValueObject }): ValueObject {
  const nonEmptyMembers: OpenObject = {}
  for (const name of Object.keys(members)) {
    const value = ownMember(members, name) ?? {}
    if (Object.keys(value).length > 0) setOwn(nonEmptyMembers, name, value)
  }
  return nonEmptyMembers
}

/** A word under its canonical or its older name. The canonical one wins; a different older one is set aside. */
function typeWord<T extends string>(
  type: ValueObject,
  names: { readonly canonical: string; readonly older: string },
  words: readonly T[],
  unsupported: WriteTree,
): T | undefined {
  const canonicalWord = wordOf(words, ownMember(type, names.canonical))
  const olderWord = wordOf(words, ownMember(type, names.older))
  if (canonicalWord === undefined && ownMember(type, names.canonical) !== undefined) {
    unsupported.write(['type', names.canonical], ownMember(type, names.canonical) as Value)
  }
  const isOlderUsed = olderWord !== undefined && (canonicalWord ?? olderWord) === olderWord
  if (ownMember(type, names.older) !== undefined && !isOlderUsed) {
    unsupported.write(['type', names.older], ownMember(type, names.older) as Value)
  }
  return canonicalWord ?? olderWord
}

function typesOf(
  type: ValueObject,
  unsupported: WriteTree,
): Pick<AgParts, 'declaredTraceType' | 'declaredSpanType'> {
  for (const [key, value] of Object.entries(type)) {
    if (!['trace', 'span', 'tree', 'node'].includes(key)) unsupported.write(['type', key], value)
  }
  const trace = typeWord(type, { canonical: 'trace', older: 'tree' }, traceTypes, unsupported)
  const span = typeWord(type, { canonical: 'span', older: 'node' }, spanTypes, unsupported)
  return {
    ...(trace === undefined ? {} : { declaredTraceType: trace }),
    ...(span === undefined ? {} : { declaredSpanType: span }),
  }
}

/** An object, null, or a text that is a JSON object. */
function objectOrNull(value: Value): ValueObject | null | undefined {
  if (value === null || isObject(value)) return value
  if (typeof value !== 'string') return undefined
  const parsedValue = jsonTextValue(value)
  return isObject(parsedValue) ? parsedValue : undefined
}

function dataOf(input: ValueObject, meta: ValueObject, unsupported: WriteTree): ValueObject {
  const data: OpenObject = {}
  for (const [key, value] of Object.entries(input)) {
    if (key === 'outputs') data['outputs'] = unwrappedOutputs(value)
    else if (key === 'inputs' || key === 'parameters' || key === 'internals') {
      const object = objectOrNull(value)
      if (object === undefined) unsupported.write(['data', key], value)
      else data[key] = object
    } else unsupported.write(['data', key], value)
  }
  const configuration = meta['configuration']
  const parameters = configuration === undefined ? undefined : objectOrNull(configuration)
  if (input['parameters'] === undefined && isObject(parameters)) data['parameters'] = parameters
  return data
}

/** A program that returns one plain value sends an object with the single member `__default__`. */
function unwrappedOutputs(value: Value): Value {
  if (!isObject(value) || Object.keys(value).length !== 1) return value
  const defaultValue = ownMember(value, '__default__')
  return defaultValue === undefined ? value : defaultValue
}

function identityOf(ag: ValueObject, key: string, unsupported: WriteTree): ValueObject {
  const identity: OpenObject = {}
  for (const [name, value] of Object.entries(objectOf(ag, key, unsupported))) {
    if (name === 'id' && typeof value === 'string') identity['id'] = value
    else unsupported.write([key, name], value)
  }
  return identity
}

/** Labels are texts, numbers, booleans, or objects of labels. */
function labelsOf(input: ValueObject, path: readonly string[], unsupported: WriteTree): ValueObject {
  const labels: OpenObject = {}
  for (const [name, value] of Object.entries(input)) {
    if (isObject(value)) setOwn(labels, name, labelsOf(value, [...path, name], unsupported))
    else if (value === null || Array.isArray(value)) unsupported.write([...path, name], value)
    else setOwn(labels, name, value)
  }
  return labels
}
