// The payloads of workflows, applications and evaluators, as pure functions: no store, no clock, no network.
// payload.ts      parses the data of a revision; refuses unknown members, keeps free-form values unchanged (start here)
// completion.ts   removes members that are not stored, adds members for answers, and derives flags
// uri.ts          names of programs; builtins/ is the table of those that Assay ships
// settings.ts     validates the settings of a built-in evaluator
// embeds.ts       replaces embeds; embed-syntax.ts parses them
// catalog.ts      templates, presets and types for clients
// May import the kernel, versioning and access.
import { z } from 'zod'
import { boundFieldErrors, checkMembers, fieldErrorsMax } from '../kernel/bounded-field-errors.ts'
import { schemaErrors } from '../kernel/json/schema.ts'
import { pointerParts } from '../kernel/json/path.ts'
import { isJsonObject, jsonEqual, type Json, type JsonObject } from '../kernel/json/value.ts'
import { jsonObject, fieldIssue, parse, documentedAs } from '../kernel/validation.ts'
import { addedSchemas, uriOf } from './completion.ts'
import { settingErrors } from './settings.ts'
import { builtinOf, isKnown, parseUri } from './uri.ts'
import { ownMember } from '../kernel/own.ts'

const uri = z
  .string()
  .superRefine((text, ctx) => {
    const parts = parseUri(text)
    if (parts === undefined) {
      const msg = 'A uri is provider:kind:key:version, or at least key, without blanks.'
      ctx.addIssue(fieldIssue('value_error', msg, { input: text }))
    } else if (!isKnown(parts)) {
      const msg = `data.uri '${text}' names no built-in.`
      ctx.addIssue(fieldIssue('value_error', msg, { input: text, code: 'uri_unknown' }))
    }
  })
  .meta({ description: 'provider:kind:key:version; key, kind:key and provider:kind:key are completed.' })

const isWebUrl = (text: string): boolean =>
  /^https?:\/\//i.test(text) && !/\s/.test(text) && URL.canParse(text)

const url = z
  .string()
  .superRefine((text, ctx) => {
    if (isWebUrl(text)) return
    ctx.addIssue(fieldIssue('url_parsing', 'Input should be an http or https URL.', { input: text }))
  })
  .meta({ format: 'uri', description: 'The address of the program.' })

const isHeaderValue = (value: Json): boolean =>
  typeof value === 'string' ||
  (isJsonObject(value) && Object.keys(value).length === 1 && typeof value['slug'] === 'string')

const readHeaders = jsonObject.superRefine((headers, ctx) =>
  checkMembers(headers, ctx, (name, value) => {
    if (isHeaderValue(value)) return
    const msg = 'Input should be a string, or {"slug": "…"} of a secret.'
    ctx.addIssue(fieldIssue('string_type', msg, { path: [name], input: value }))
  }),
)

const secretName = z.strictObject({ slug: z.string() }).meta({ id: 'SecretName' })
const documentedHeaders = z
  .record(z.string(), z.union([z.string(), secretName]))
  .meta({ description: 'Sent with each invocation; an object references a secret whose text is inserted.' })

const schemaOrNone = z
  .custom<Json>(() => true)
  .meta({ anyOf: [{ type: 'object' }, { type: 'boolean' }, { type: 'null' }], description: 'A JSON Schema.' })
  .optional()

const schemas = z
  .strictObject({ parameters: schemaOrNone, inputs: schemaOrNone, outputs: schemaOrNone })
  .meta({ id: 'WorkflowSchemas' })

const dataSchema = z
  .strictObject({
    uri: uri.nullish(),
    url: url.nullish(),
    headers: documentedAs(readHeaders, documentedHeaders).nullish(),
    runtime: z.enum(['python', 'typescript', 'javascript']).nullish(),
    script: z.string().nullish(),
    schemas: schemas.nullish(),
    parameters: jsonObject.nullish(),
  })
  .meta({ id: 'WorkflowData' })

type Issue = ReturnType<typeof fieldIssue>

/** The longest schema of a payload: checking takes 30 ms for 200,000 characters. */
const schemaCharactersMax = 500_000

/** Yields invalid schemas. A schema that an answer added is not the client's: it may always be sent back. */
function* schemaIssues(data: JsonObject): Generator<Issue> {
  const sentSchemas = data['schemas']
  const generatedSchemas = addedSchemas(data)
  for (const [name, schema] of Object.entries(isJsonObject(sentSchemas) ? sentSchemas : {})) {
    if (schema === null || !Object.hasOwn(schemas.shape, name)) continue
    if (Object.hasOwn(generatedSchemas, name) && jsonEqual(schema, ownMember(generatedSchemas, name) as Json))
      continue
    if (JSON.stringify(schema).length > schemaCharactersMax) {
      const message = `A schema may have at most ${schemaCharactersMax} characters.`
      yield fieldIssue('too_long', message, { code: 'schema_invalid', path: ['schemas', name] })
      continue
    }
    for (const fieldError of schemaErrors(schema)) {
      yield fieldIssue('value_error.json_schema', `Not a valid JSON Schema: ${fieldError.reason}.`, {
        code: 'schema_invalid',
        path: ['schemas', name, ...pointerParts(fieldError.path)],
        input: schema,
      })
    }
  }
}

function* settingIssues(data: JsonObject): Generator<Issue> {
  const uri = uriOf(data)
  const builtin = uri === undefined ? undefined : builtinOf(uri)
  if (builtin === undefined) return
  for (const { type, path, msg, input } of settingErrors(builtin, data)) {
    yield fieldIssue(type, msg, { path: ['parameters', ...path], input })
  }
}

/** Null at these two levels is absent; deeper values are passed on unchanged. */
const withoutNulls = (object: JsonObject): JsonObject =>
  Object.values(object).includes(null)
    ? Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
    : object

function readData(input: JsonObject): JsonObject {
  const data = withoutNulls(input)
  const dataSchemas = data['schemas']
  if (!isJsonObject(dataSchemas)) return data
  const definedSchemas = withoutNulls(dataSchemas)
  return definedSchemas === dataSchemas ? data : { ...data, schemas: definedSchemas }
}

/**
 * Parses the data of a request and reports every field error: unknown keys, an unknown uri, invalid schemas,
 * settings that a built-in refuses. The result is the sent object, in its own key order and without nulls at
 * the top level; free-form parts are the same objects.
 */
export const workflowData = documentedAs(
  jsonObject.transform((input, ctx) => {
    const data = readData(input)
    const checkedData = boundFieldErrors(dataSchema).safeParse(input, { reportInput: true })
    // Issues of the inner parse are final; the outer parse prepends its own path.
    ctx.issues.push(...((checkedData.error?.issues ?? []) as typeof ctx.issues))
    for (const issue of schemaIssues(data).take(fieldErrorsMax)) ctx.addIssue(issue)
    for (const issue of settingIssues(data).take(fieldErrorsMax)) ctx.addIssue(issue)
    return data
  }),
  dataSchema,
)

/** Parses `data` like workflowData; `loc` is its location in the request. Throws a 422 with every field error. */
export const checkWorkflowData = (data: Json, loc: readonly (string | number)[]): JsonObject =>
  parse(workflowData, data, loc)
