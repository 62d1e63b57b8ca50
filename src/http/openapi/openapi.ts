// Builds the OpenAPI 3.1 document from the schemas that validate requests and answers. docs/openapi.json is
// its committed text, so that a change of the interface appears in the diff.
import { isJsonList, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { pascal } from '../record-fields.ts'
import type { Route } from '../route.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'
import { withSharedAnswers } from './answers.ts'
import { failureResponses, failureSchemas, failuresBy, listedCodes, ownCodes } from './failures.ts'
import { ComponentRegistry, componentPath, referenceTo, type Schemas } from './components.ts'
import { describedParameter, Descriptions, withDescriptions } from './descriptions.ts'
import { withOptionals } from './optionals.ts'
import { formSchema, parametersOf, toReference, sharedParameters } from './parameters.ts'
import { portableSchema } from './portable-schemas.ts'

/** A route in the document. */
type NamedRoute = Route & { readonly sdkName: string }

const isNamed = (route: Route): route is NamedRoute => route.sdkName !== undefined

/** Component names of the schemas of a route. */
interface SchemaNames {
  readonly body?: string
  readonly answer?: string
  readonly path?: string
  readonly query?: string
  readonly failure?: string
}

const jsonType = 'application/json'
const bytes: JsonObject = { type: 'string', format: 'binary' }

function registerSchemas(registry: ComponentRegistry, route: Route): SchemaNames {
  const name = pascal(route.operationId)
  const body = route.form ?? route.body ?? route.bytesSchema
  return {
    ...(body === undefined
      ? {}
      : { body: registry.add(body, { side: 'input', fallback: `${name}Request` }) }),
    ...(route.status === 204
      ? {}
      : { answer: registry.add(route.answer, { side: 'output', fallback: `${name}Response` }) }),
    ...(route.params === undefined ? {} : { path: registry.addMembers(route.params, `${name}Path`) }),
    ...(route.answerError === undefined
      ? {}
      : { failure: registry.add(route.answerError.schema, { side: 'output', fallback: `${name}Failure` }) }),
    ...(route.query === undefined ? {} : { query: registry.addMembers(route.query, `${name}Query`) }),
  }
}

/** The security requirement of an operation, with the least role that a key needs. */
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

/**
 * The content of an answer by media type: JSON has its schema, other types are text or bytes. Parameters of media types
 * are removed, because generators compare types literally.
 */
function contentOf(
  types: readonly string[],
  { name, schemas }: { readonly name: string; readonly schemas: Schemas },
): JsonObject {
  const schema = ownMember(schemas, name) ?? {}
  // Texts and files are written inline: a name would add nothing.
  const isText = schema['type'] === 'string'
  const schemaFor = (type: string): JsonObject =>
    isText ? schema : type === jsonType ? referenceTo(name) : bytes
  return Object.fromEntries(
    types.map((type) => type.split(';', 1)[0] ?? '').map((type) => [type, { schema: schemaFor(type) }]),
  )
}

function responses(
  route: Route,
  {
    schemaNames: { answer, failure },
    schemas,
  }: { readonly schemaNames: SchemaNames; readonly schemas: Schemas },
): JsonObject {
  const success: JsonObject =
    answer === undefined
      ? { description: 'Done.' }
      : { description: 'OK.', content: contentOf(route.answerTypes ?? [jsonType], { name: answer, schemas }) }
  if (failure !== undefined && route.answerError !== undefined) {
    const content = contentOf(route.answerError.types, { name: failure, schemas })
    return { [String(route.status)]: success, default: { description: 'An error.', content } }
  }
  return {
    [String(route.status)]: success,
    ...failuresBy(ownCodes(route)),
    default: { $ref: '#/components/responses/Failure' },
  }
}

const allParameters = (
  names: SchemaNames,
  { schemas, descriptions }: { readonly schemas: Schemas; readonly descriptions: Descriptions },
): readonly JsonObject[] =>
  (['path', 'query'] as const)
    .flatMap((location) => {
      const name = names[location]
      return name === undefined
        ? []
        : parametersOf(ownMember(schemas, name) ?? {}, { where: location, schemas })
    })
    .map((parameter) => describedParameter(parameter, descriptions))

function operation(
  route: NamedRoute,
  {
    names,
    schemas,
    parameters,
  }: { readonly names: SchemaNames; readonly schemas: Schemas; readonly parameters: readonly JsonObject[] },
): JsonObject {
  const notes = [route.description, route.refuses].filter((text) => text !== undefined).join(' ')
  const codes = listedCodes(route)
  return {
    operationId: route.operationId,
    'x-sdk-name': route.sdkName,
    tags: [route.sdkName.split('.', 1)[0] ?? ''],
    summary: route.summary,
    ...(notes === '' ? {} : { description: notes }),
    // For generated clients: an operation without writes may be retried.
    ...(route.writes ? { 'x-writes': true } : {}),
    ...(route.access === 'viewer' ? {} : { security: security(route.access) }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(route, names),
    ...(route.refuses === undefined ? {} : { 'x-refuses': true }),
    ...(codes.length === 0 ? {} : { 'x-error-codes': codes }),
    responses: responses(route, { schemaNames: names, schemas }),
  }
}

/** The examples beside routes, by the name of their schema. */
const routeExamples = (
  routes: readonly { readonly route: Route; readonly names: SchemaNames }[],
): ReadonlyMap<string, unknown> =>
  new Map(
    routes.flatMap(({ route: { examples }, names }) =>
      (['body', 'answer'] as const).flatMap((side) => {
        const name = names[side]
        return name === undefined || examples[side] === undefined ? [] : [[name, examples[side]] as const]
      }),
    ),
  )

/** Adds examples to schemas. */
const withExamples = (schemas: JsonObject, examples: ReadonlyMap<string, unknown>): JsonObject =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const example = examples.get(name)
      return [
        name,
        example === undefined ? schema : { ...(schema as JsonObject), examples: [example as Json] },
      ]
    }),
  )

/** The names of all components that a part of the document references. */
function* namesIn(value: Json): Generator<string> {
  if (isJsonList(value)) for (const item of value) yield* namesIn(item)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      if (key === '$ref' && typeof member === 'string' && member.startsWith(componentPath)) {
        yield member.slice(componentPath.length)
      } else yield* namesIn(member)
    }
  }
}

/** Only the schemas that the paths need, sorted by name. */
function referencedSchemas(paths: Json, schemas: Schemas): JsonObject {
  const usedNames = new Set<string>()
  const pendingNames = [...namesIn(paths)]
  for (let name = pendingNames.pop(); name !== undefined; name = pendingNames.pop()) {
    if (usedNames.has(name)) continue
    usedNames.add(name)
    pendingNames.push(...namesIn(ownMember(schemas, name) ?? {}))
  }
  return Object.fromEntries([...usedNames].sort().map((name) => [name, ownMember(schemas, name) ?? {}]))
}

const portableSchemas = (schemas: Schemas): Schemas =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, portableSchema(schema)]))

const securitySchemes: JsonObject = {
  apiKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'ApiKey <key>' },
  adminKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Access <admin key>' },
}

/** The bodies of forms, by name: their fields are text. */
const formSchemas = (
  routes: readonly { readonly route: Route; readonly names: SchemaNames }[],
  schemas: Schemas,
): Schemas =>
  Object.fromEntries(
    routes.flatMap(({ route: { form }, names: { body } }) =>
      form === undefined || body === undefined
        ? []
        : [[body, formSchema(ownMember(schemas, body) ?? {}, schemas)]],
    ),
  )

interface DocumentOptions {
  readonly version: string
  readonly descriptions?: Descriptions
}

export function openApiDocument(
  routes: readonly Route[],
  { version, descriptions = Descriptions.read() }: DocumentOptions,
): JsonObject {
  const registry = new ComponentRegistry()
  const namedRoutes = routes
    .filter(isNamed)
    .map((route) => ({ route, names: registerSchemas(registry, route) }))
  const schemaNames = registry.schemas()
  const schemas: Schemas = { ...failureSchemas, ...schemaNames, ...formSchemas(namedRoutes, schemaNames) }
  const parametersFor = (names: SchemaNames) => allParameters(names, { schemas, descriptions })
  const commonParameters = sharedParameters(namedRoutes.map(({ names }) => parametersFor(names)))
  const operations: Record<string, Record<string, JsonObject>> = {}
  for (const { route, names } of namedRoutes) {
    const path = `${route.outside ? '' : '/api'}${route.path}`
    const parameters = parametersFor(names).map(toReference(commonParameters))
    const routeOperation = operation(route, { names, schemas, parameters })
    setOwn(operations, path, { ...ownMember(operations, path), [route.method.toLowerCase()]: routeOperation })
  }
  const { paths, answers } = withSharedAnswers(operations)
  const responses = { ...failureResponses, ...answers }
  const parameters = Object.fromEntries(commonParameters)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version,
      description:
        'Version control, traces and evaluations for teams who build on language models. In requests null means absent, and integers beyond ±(2^53−1) are sent as strings.',
    },
    servers: [{ url: '/' }],
    // The default for operations without their own.
    security: security('viewer'),
    paths,
    components: {
      schemas: withExamples(
        withDescriptions(
          referencedSchemas({ paths, responses, parameters }, portableSchemas(withOptionals(schemas))),
          descriptions,
        ),
        new Map([...registry.examples(), ...routeExamples(namedRoutes)]),
      ),
      parameters,
      responses,
      securitySchemes,
    },
  }
}
