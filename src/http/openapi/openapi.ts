// The OpenAPI 3.1 document, made from the same schemas that check requests and answers. docs/openapi.json is its
// committed text, so that a change of the interface shows in the diff.
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { pascal } from '../record-fields.ts'
import type { Route } from '../route.ts'
import { environmentConditions, referenceConditions } from '../reference-rules.ts'
import { targetConditions } from '../versioning/targets.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'
import { withSharedAnswers } from './answers.ts'
import { failureResponses, failureSchemas, failuresBy, listedCodes, ownCodes } from './failures.ts'
import { ComponentBook, componentPath, referenceTo, type Schemas } from './components.ts'
import { withExamples } from './examples.ts'
import { withOptionals } from './optionals.ts'
import { parametersOf, referredTo, sharedParameters } from './parameters.ts'

/** A route that the document shows. */
type NamedRoute = Route & { readonly sdkName: string }

const isNamed = (route: Route): route is NamedRoute => route.sdkName !== undefined

/** The names under which the schemas of a route stand. */
interface SchemaNames {
  readonly body?: string
  readonly answer?: string
  readonly path?: string
  readonly query?: string
  readonly failure?: string
}

const jsonType = 'application/json'
const bytes: JsonObject = { type: 'string', format: 'binary' }

function noteSchemas(book: ComponentBook, route: Route): SchemaNames {
  const name = pascal(route.operationId)
  const body = route.form ?? route.body ?? route.bytesShown
  return {
    ...(body === undefined ? {} : { body: book.note(body, 'input', `${name}Request`) }),
    ...(route.status === 204 ? {} : { answer: book.note(route.answer, 'output', `${name}Response`) }),
    ...(route.params === undefined ? {} : { path: book.noteMembers(route.params, `${name}Path`) }),
    ...(route.answerError === undefined
      ? {}
      : { failure: book.note(route.answerError.schema, 'output', `${name}Failure`) }),
    ...(route.query === undefined ? {} : { query: book.noteMembers(route.query, `${name}Query`) }),
  }
}

/** With the least role that a key needs. */
function security(access: Route['access']): readonly JsonObject[] {
  if (access === 'public') return []
  return access === 'operator' ? [{ adminKey: [] }] : [{ apiKey: [access] }]
}

function requestBody(route: Route, { body }: SchemaNames): JsonObject {
  if (route.bytesOf !== undefined) {
    const json = body === undefined ? {} : referenceTo(body)
    const content = Object.fromEntries(
      route.bytesOf.map((type) => [type, { schema: type === jsonType ? json : bytes }]),
    )
    return { requestBody: { required: !route.bodyOptional, content } }
  }
  if (body === undefined) return {}
  const type = route.form === undefined ? jsonType : 'multipart/form-data'
  return {
    requestBody: { required: !route.bodyOptional, content: { [type]: { schema: referenceTo(body) } } },
  }
}

/** By media type: JSON as its schema says, all else as text or bytes. Without parameters, as generators compare types. */
function contentOf(types: readonly string[], name: string, schemas: Schemas): JsonObject {
  const schema = ownMember(schemas, name) ?? {}
  // Texts and files are said where they stand: a name would say no more.
  const isText = schema['type'] === 'string'
  const shown = (type: string): JsonObject =>
    isText ? schema : type === jsonType ? referenceTo(name) : bytes
  return Object.fromEntries(
    types.map((type) => type.split(';', 1)[0] ?? '').map((type) => [type, { schema: shown(type) }]),
  )
}

function responses(route: Route, { answer, failure }: SchemaNames, schemas: Schemas): JsonObject {
  const success: JsonObject =
    answer === undefined
      ? { description: 'Done.' }
      : { description: 'OK.', content: contentOf(route.answerTypes ?? [jsonType], answer, schemas) }
  if (failure !== undefined && route.answerError !== undefined) {
    const content = contentOf(route.answerError.types, failure, schemas)
    return { [String(route.status)]: success, default: { description: 'A failure.', content } }
  }
  return {
    [String(route.status)]: success,
    ...failuresBy(ownCodes(route)),
    default: { $ref: '#/components/responses/Failure' },
  }
}

const allParameters = (names: SchemaNames, schemas: Schemas): readonly JsonObject[] =>
  (['path', 'query'] as const).flatMap((where) => {
    const name = names[where]
    return name === undefined ? [] : parametersOf(ownMember(schemas, name) ?? {}, where, schemas)
  })

function operation(
  route: NamedRoute,
  names: SchemaNames,
  { schemas, parameters }: { readonly schemas: Schemas; readonly parameters: readonly JsonObject[] },
): JsonObject {
  const notes = [route.description, route.refuses].filter((text) => text !== undefined).join(' ')
  const codes = listedCodes(route)
  return {
    operationId: route.operationId,
    'x-sdk-name': route.sdkName,
    tags: [route.sdkName.split('.', 1)[0] ?? ''],
    summary: route.summary,
    ...(notes === '' ? {} : { description: notes }),
    // For generated clients: what changes nothing may be asked again after a failure.
    ...(route.writes ? { 'x-writes': true } : {}),
    ...(route.access === 'viewer' ? {} : { security: security(route.access) }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(route, names),
    ...(route.refuses === undefined ? {} : { 'x-refuses': true }),
    ...(codes.length === 0 ? {} : { 'x-error-codes': codes }),
    responses: responses(route, names, schemas),
  }
}

/** The names of all components that a part of the document refers to. */
function* namesIn(value: Json): Generator<string> {
  if (Array.isArray(value)) for (const item of value as readonly Json[]) yield* namesIn(item)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      if (key === '$ref' && typeof member === 'string' && member.startsWith(componentPath)) {
        yield member.slice(componentPath.length)
      } else yield* namesIn(member)
    }
  }
}

/** Those that the paths need, by name. */
function usedOnly(paths: Json, schemas: Schemas): JsonObject {
  const used = new Set<string>()
  const waiting = [...namesIn(paths)]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name)) continue
    used.add(name)
    waiting.push(...namesIn(ownMember(schemas, name) ?? {}))
  }
  return Object.fromEntries([...used].sort().map((name) => [name, ownMember(schemas, name) ?? {}]))
}

export function openApiDocument(routes: readonly Route[], version: string): JsonObject {
  const book = new ComponentBook()
  const noted = routes.filter(isNamed).map((route) => ({ route, names: noteSchemas(book, route) }))
  const schemas: Schemas = {
    ...failureSchemas,
    ...referenceConditions,
    ...environmentConditions,
    ...targetConditions,
    ...book.schemas(),
  }
  const shared = sharedParameters(noted.map(({ names }) => allParameters(names, schemas)))
  const found: Record<string, Record<string, JsonObject>> = {}
  for (const { route, names } of noted) {
    const path = `${route.outside ? '' : '/api'}${route.path}`
    const parameters = allParameters(names, schemas).map(referredTo(shared))
    const own = operation(route, names, { schemas, parameters })
    setOwn(found, path, { ...ownMember(found, path), [route.method.toLowerCase()]: own })
  }
  const { paths, answers } = withSharedAnswers(found)
  const responses = { ...failureResponses, ...answers }
  const parameters = Object.fromEntries(shared)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version,
      description:
        'Version control, traces and evaluations for teams who build on language models. In requests null means absent, and whole numbers beyond ±(2^53−1) are sent as text.',
    },
    servers: [{ url: '/' }],
    // Of operations that do not say otherwise.
    security: security('viewer'),
    paths,
    components: {
      schemas: withExamples(usedOnly({ paths, responses, parameters }, withOptionals(schemas))),
      parameters,
      responses,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'ApiKey <key>' },
        adminKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Access <admin key>' },
      },
    },
  }
}
