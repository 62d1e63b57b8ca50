// The OpenAPI 3.1 document, made from the same schemas that check requests and answers. docs/openapi.json is its
// committed text, so that a change of the interface shows in the diff.
import { z } from 'zod'
import { errorStatus } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import type { Route } from '../route.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'

type Schemas = Record<string, JsonObject>

const referencePrefix = '#/components/schemas/'

/** The JSON Schema of a zod schema; named parts move to the document's components. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', components: Schemas): JsonObject {
  const {
    $defs,
    $schema: _,
    ...own
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonObject & {
    $defs?: Schemas
  }
  for (const [name, definition] of Object.entries($defs ?? {})) {
    const { id: __, ...rest } = definition
    setOwn(components, name, movedReferences(rest) as JsonObject)
  }
  return movedReferences(own) as JsonObject
}

function movedReferences(value: Json): Json {
  if (Array.isArray(value)) return value.map(movedReferences)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '$schema')
      .map(([key, member]) => [
        key,
        key === '$ref' && typeof member === 'string'
          ? member.replace('#/$defs/', referencePrefix)
          : movedReferences(member),
      ]),
  )
}

function parameters(route: Route, components: Schemas): readonly JsonObject[] {
  const of = (schema: z.ZodType | undefined, where: 'path' | 'query'): readonly JsonObject[] => {
    if (schema === undefined) return []
    const { properties = {}, required = [] } = jsonSchema(schema, 'input', components) as {
      properties?: JsonObject
      required?: readonly string[]
    }
    return Object.entries(properties).map(([name, own]) => ({
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      schema: own,
    }))
  }
  return [...of(route.params, 'path'), ...of(route.query, 'query')]
}

const errorAnswer = { $ref: `${referencePrefix}Error` }

function answerContent(route: Route, components: Schemas): JsonObject {
  const schema = jsonSchema(route.answer, 'output', components)
  const types = route.answerTypes ?? ['application/json']
  // Without their parameters: generators choose how to read an answer by the bare type.
  return Object.fromEntries(types.map((type) => [type.split(';', 1)[0], { schema }]))
}

function responses(route: Route, components: Schemas): JsonObject {
  const success: JsonObject =
    route.status === 204
      ? { description: 'Done.' }
      : { description: 'Success.', content: answerContent(route, components) }
  return {
    [String(route.status)]: success,
    default: { description: 'A failure.', content: { 'application/json': { schema: errorAnswer } } },
  }
}

const security: Readonly<Record<Route['access'], readonly JsonObject[]>> = {
  public: [],
  operator: [{ adminKey: [] }],
  viewer: [{ apiKey: [] }],
  editor: [{ apiKey: [] }],
  admin: [{ apiKey: [] }],
}

function requestBody(route: Route, components: Schemas): JsonObject {
  if (route.bytesOf !== undefined) {
    const schemaOf = (type: string): JsonObject =>
      type === 'application/json' ? {} : { type: 'string', format: 'binary' }
    const content = Object.fromEntries(route.bytesOf.map((type) => [type, { schema: schemaOf(type) }]))
    return { requestBody: { required: false, content } }
  }
  const type = route.form === undefined ? 'application/json' : 'multipart/form-data'
  const schema = route.form ?? route.body
  if (schema === undefined) return {}
  return {
    requestBody: {
      required: !route.bodyOptional,
      content: { [type]: { schema: jsonSchema(schema, 'input', components) } },
    },
  }
}

/** A route that the document shows. */
type NamedRoute = Route & { readonly sdkName: string }

function operation(route: NamedRoute, components: Schemas): JsonObject {
  const needs = route.access === 'public' ? '' : ` Access: ${route.access}.`
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: `${route.summary}${needs}`,
    tags: [route.sdkName.split('.', 1)[0] ?? ''],
    'x-sdk-name': route.sdkName,
    // For generated clients: what changes nothing may be asked again after a failure.
    ...(route.writes ? { 'x-writes': true } : {}),
    security: security[route.access],
    parameters: parameters(route, components),
    ...requestBody(route, components),
    responses: responses(route, components),
  }
}

const errorSchema: JsonObject = {
  type: 'object',
  required: ['code', 'detail'],
  properties: {
    code: { type: 'string', description: 'One of a closed list of words.', enum: Object.keys(errorStatus) },
    detail: {
      description: 'A sentence, a list of wrong fields, or an object with a message.',
      anyOf: [
        { type: 'string' },
        {
          type: 'array',
          items: {
            type: 'object',
            required: ['type', 'loc', 'msg'],
            properties: {
              type: { type: 'string' },
              loc: { type: 'array', items: { type: ['string', 'integer'] } },
              msg: { type: 'string' },
              input: {},
            },
          },
        },
        { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
      ],
    },
  },
}

export function openApiDocument(routes: readonly Route[], version: string): JsonObject {
  const components: Schemas = { Error: errorSchema }
  const paths: Record<string, Record<string, JsonObject>> = {}
  for (const route of routes) {
    if (route.sdkName === undefined) continue
    const path = `${route.outside ? '' : '/api'}${route.path}`
    const own = operation({ ...route, sdkName: route.sdkName }, components)
    setOwn(paths, path, { ...ownMember(paths, path), [route.method.toLowerCase()]: own })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version,
      description: 'Version control, traces and evaluations for teams who build on language models.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'ApiKey <key>' },
        adminKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Access <admin key>' },
      },
    },
  }
}
