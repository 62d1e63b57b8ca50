// Members that answers add to the data of a revision and that are not stored: the url of a built-in that the server
// runs, and its schemas. Data that a client reads and sends back is therefore unchanged.
import { isJsonObject, jsonEqual, type Json, type JsonObject } from '../kernel/json/value.ts'
import { objectAt } from './builtins/schema-parts.ts'
import { builtinOf, isManaged, parseUri, uriText, type Uri } from './uri.ts'
import { ownMember } from '../kernel/own.ts'

/** The completed uri of the data; undefined if there is none or it is malformed. */
export function uriOf(data: JsonObject): Uri | undefined {
  const uri = data['uri']
  return typeof uri === 'string' ? parseUri(uri) : undefined
}

/** The path below the public URL where we run the program of this data; undefined if we do not. */
function servicePath(data: JsonObject): string | undefined {
  const uri = uriOf(data)
  if (uri === undefined || uri.kind !== 'builtin' || builtinOf(uri) === undefined) return undefined
  return `/api/services/${uri.key}/${uri.version}`
}

/** The schemas that an answer adds if the data has none. */
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
 * The data's own schemas. The outputs schema from the catalog does not describe this revision: clients send
 * it along, and a schema derived from the parameters overrides it.
 */
function ownSchemas(data: JsonObject): JsonObject {
  const { outputs, ...rest } = objectAt(data, 'schemas') ?? {}
  if (outputs === undefined) return rest
  const uri = uriOf(data)
  const builtin = uri === undefined ? undefined : builtinOf(uri)
  const genericSchemas = [builtin?.outputs({}), builtin?.outputs(builtin.defaults)]
  const isGeneric = genericSchemas.some((schema) => schema !== undefined && jsonEqual(schema, outputs))
  return isGeneric ? rest : (objectAt(data, 'schemas') ?? {})
}

/** The schema of the outputs of this data: its own, else the built-in's; undefined: any output is valid. */
export function outputsSchemaOf(data: JsonObject): JsonObject | undefined {
  const outputs = ownSchemas(data)['outputs'] ?? addedSchemas(data)['outputs']
  return isJsonObject(outputs) ? outputs : undefined
}

const entriesOf = (object: Json | undefined): readonly (readonly [string, Json])[] =>
  isJsonObject(object) ? Object.entries(object) : []

/** True for the url that an answer of one of our servers adds to this data. */
const isAddedUrl = (data: JsonObject, url: Json): boolean => {
  const path = servicePath(data)
  return typeof url === 'string' && path !== undefined && url.endsWith(path) && URL.canParse(url)
}

/**
 * The data to store: the full uri, and without members that an answer adds. Key order is preserved. The url
 * of a built-in is recognized under any public URL.
 */
export function storedWorkflowData(data: JsonObject): JsonObject {
  const defaultSchemas = addedSchemas(data)
  const schemas = entriesOf(ownSchemas(data)).filter(
    ([name, schema]) =>
      !(Object.hasOwn(defaultSchemas, name) && jsonEqual(schema, ownMember(defaultSchemas, name) as Json)),
  )
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]): readonly (readonly [string, Json])[] => {
      if (key === 'uri') {
        const uri = uriOf(data)
        return [[key, uri === undefined ? value : uriText(uri)]]
      }
      if (key === 'url') return isAddedUrl(data, value) ? [] : [[key, value]]
      if (key !== 'schemas') return [[key, value]]
      // An answer adds schemas whether or not an empty object is stored: dropping it loses nothing.
      if (schemas.length === 0 && Object.keys(defaultSchemas).length > 0) return []
      return [[key, Object.fromEntries(schemas)]]
    }),
  )
}

/**
 * The data for answers; `publicUrl` is the base URL of this server, without `/api`. The data's own members
 * stay in place; added ones come last.
 */
export function completeWorkflowData(storedData: JsonObject, publicUrl: string): JsonObject {
  const path = servicePath(storedData)
  const ownMembers = ownSchemas(storedData)
  const missingSchemas = Object.entries(addedSchemas(storedData)).filter(
    ([name]) => !Object.hasOwn(ownMembers, name),
  )
  return {
    ...storedData,
    ...(path === undefined || Object.hasOwn(storedData, 'url')
      ? {}
      : { url: `${publicUrl.replace(/\/+$/, '')}${path}` }),
    ...(missingSchemas.length === 0
      ? {}
      : { schemas: { ...ownMembers, ...Object.fromEntries(missingSchemas) } }),
  }
}

/** The flags of a revision that are derived from its data; the three roles belong to the artifact. */
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

/** Inputs of a conversation: a property named messages, or one of that type. */
const hasMessageInput = (data: JsonObject): boolean =>
  entriesOf(objectAt(data, 'schemas', 'inputs', 'properties')).some(
    ([name, property]) =>
      name === 'messages' || (isJsonObject(property) && chatTypes.has(property['x-ag-type-ref'])),
  )

/** Flags of stored data, derived from the answer: a built-in that we run has a url. Without data all are false. */
export function derivedFlags(storedData: JsonObject | undefined): DerivedFlags {
  const complete = completeWorkflowData(storedData ?? {}, '')
  const uri = uriOf(complete)
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
    is_chat: uri?.key === 'chat' || hasMessageInput(complete),
    has_url: Object.hasOwn(complete, 'url'),
    has_script: Object.hasOwn(complete, 'script'),
    has_handler: false,
    is_static: false,
  }
}
