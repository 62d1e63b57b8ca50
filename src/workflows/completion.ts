// What answers add to the data of a revision, and what is therefore not stored: the url of a built-in that we run and
// the schemas of a built-in. Data that is sent back as it was read is thereby unchanged data.
import { isJsonObject, jsonEqual, type Json, type JsonObject } from '../kernel/json/value.ts'
import { objectAt } from './builtins/words.ts'
import { builtinOf, isManaged, parseUri, uriText, type Uri } from './uri.ts'
import { ownMember } from '../kernel/own.ts'

/** The uri of the data, completed; undefined when there is none, or none that can be read. */
export function uriOf(data: JsonObject): Uri | undefined {
  const uri = data['uri']
  return typeof uri === 'string' ? parseUri(uri) : undefined
}

/** The path under the public URL where we run the program of this data; undefined when we do not. */
function servicePath(data: JsonObject): string | undefined {
  const uri = uriOf(data)
  if (uri === undefined || uri.kind !== 'builtin' || builtinOf(uri) === undefined) return undefined
  return `/api/services/${uri.key}/${uri.version}`
}

/** The schemas that an answer shows where the data has none of its own. */
export function addedSchemas(data: JsonObject): JsonObject {
  const uri = uriOf(data)
  const builtin = uri === undefined ? undefined : builtinOf(uri)
  if (builtin === undefined) return {}
  const outputs = builtin.outputs(objectAt(data, 'parameters') ?? {})
  return {
    ...(builtin.parameters === undefined ? {} : { parameters: builtin.parameters }),
    ...(builtin.inputs === undefined ? {} : { inputs: builtin.inputs }),
    ...(outputs === undefined ? {} : { outputs }),
  }
}

/**
 * The schemas that the data has of its own. The outputs schema that the catalog shows for the built-in says nothing about
 * this revision: clients send it along, and one that follows from the parameters wins over it.
 */
function ownSchemas(data: JsonObject): JsonObject {
  const { outputs, ...rest } = objectAt(data, 'schemas') ?? {}
  if (outputs === undefined) return rest
  const uri = uriOf(data)
  const builtin = uri === undefined ? undefined : builtinOf(uri)
  const generic = [builtin?.outputs({}), builtin?.outputs(builtin.defaults)]
  const isGeneric = generic.some((schema) => schema !== undefined && jsonEqual(schema, outputs))
  return isGeneric ? rest : (objectAt(data, 'schemas') ?? {})
}

/** The schema that the outputs of this data follow: its own, else the built-in's; undefined: any will do. */
export function outputsSchemaOf(data: JsonObject): JsonObject | undefined {
  const outputs = ownSchemas(data)['outputs'] ?? addedSchemas(data)['outputs']
  return isJsonObject(outputs) ? outputs : undefined
}

const entriesOf = (object: Json | undefined): readonly (readonly [string, Json])[] =>
  isJsonObject(object) ? Object.entries(object) : []

/** True for the url that an answer of some server of ours adds to this data. */
const isAddedUrl = (data: JsonObject, url: Json): boolean => {
  const path = servicePath(data)
  return typeof url === 'string' && path !== undefined && url.endsWith(path) && URL.canParse(url)
}

/**
 * The data as it is stored: the uri in full, and without what an answer adds anyway. Key order stays. The url of a
 * built-in is recognised whatever the public URL it was read under.
 */
export function storedWorkflowData(data: JsonObject): JsonObject {
  const added = addedSchemas(data)
  const schemas = entriesOf(ownSchemas(data)).filter(
    ([name, schema]) => !(Object.hasOwn(added, name) && jsonEqual(schema, ownMember(added, name) as Json)),
  )
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]): readonly (readonly [string, Json])[] => {
      if (key === 'uri') {
        const uri = uriOf(data)
        return [[key, uri === undefined ? value : uriText(uri)]]
      }
      if (key === 'url') return isAddedUrl(data, value) ? [] : [[key, value]]
      if (key !== 'schemas') return [[key, value]]
      // An answer shows schemas whether or not an empty object is stored: dropping it loses nothing.
      if (schemas.length === 0 && Object.keys(added).length > 0) return []
      return [[key, Object.fromEntries(schemas)]]
    }),
  )
}

/**
 * The data as answers show it; `publicUrl` is where clients reach this server, without `/api`. What the data has of
 * its own stays; what is added comes last.
 */
export function completeWorkflowData(stored: JsonObject, publicUrl: string): JsonObject {
  const path = servicePath(stored)
  const own = ownSchemas(stored)
  const missing = Object.entries(addedSchemas(stored)).filter(([name]) => !Object.hasOwn(own, name))
  return {
    ...stored,
    ...(path === undefined || Object.hasOwn(stored, 'url')
      ? {}
      : { url: `${publicUrl.replace(/\/+$/, '')}${path}` }),
    ...(missing.length === 0 ? {} : { schemas: { ...own, ...Object.fromEntries(missing) } }),
  }
}

/** The flags of a revision that follow from its data; the three roles are the artifact's. */
export type DerivedFlags = {
  readonly is_managed: boolean
  readonly is_custom: boolean
  readonly is_llm: boolean
  readonly is_hook: boolean
  readonly is_code: boolean
  readonly is_match: boolean
  readonly is_feedback: boolean
  readonly is_agent: boolean
  readonly is_skill: boolean
  readonly is_chat: boolean
  readonly has_url: boolean
  readonly has_script: boolean
  readonly has_handler: boolean
  readonly is_static: boolean
}

const chatTypes: ReadonlySet<Json | undefined> = new Set(['messages', 'message'])

/** Inputs of a conversation: a property named messages, or one of the type of messages. */
const takesMessages = (data: JsonObject): boolean =>
  entriesOf(objectAt(data, 'schemas', 'inputs', 'properties')).some(
    ([name, property]) =>
      name === 'messages' || (isJsonObject(property) && chatTypes.has(property['x-ag-type-ref'])),
  )

/** Flags of stored data, as seen on the answer: a built-in that we run has a url. No data: all false. */
export function derivedFlags(stored: JsonObject | undefined): DerivedFlags {
  const shown = completeWorkflowData(stored ?? {}, '')
  const uri = uriOf(shown)
  return {
    is_managed: uri !== undefined && isManaged(uri),
    is_custom: uri?.kind === 'custom',
    is_llm: uri?.key === 'llm',
    is_hook: uri?.key === 'hook',
    is_code: uri?.key === 'code',
    is_match: uri?.key === 'match',
    is_feedback: uri?.key === 'feedback',
    is_agent: uri?.key === 'agent',
    is_skill: uri?.key === 'skill',
    is_chat: uri?.key === 'chat' || takesMessages(shown),
    has_url: Object.hasOwn(shown, 'url'),
    has_script: Object.hasOwn(shown, 'script'),
    has_handler: false,
    is_static: false,
  }
}
