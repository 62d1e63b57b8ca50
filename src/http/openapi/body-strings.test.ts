// Every string of a request body has a maximum in the document, so that no record holds a text of megabytes.
import { expect, test } from 'vitest'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { operations, schemas } from '../../../test/support/document.ts'

/** Free JSON and OpenTelemetry's messages: the limits of their routes bound them. */
const isBoundedByRoute = (name: string): boolean => name === 'Tags' || name.startsWith('Otlp')

/** A pattern for the whole text without open repetitions. */
const isBoundedPattern = (pattern: Json | undefined): boolean =>
  typeof pattern === 'string' && /^\^.*\$$/.test(pattern) && !/[*+]|\{\d+,\}/.test(pattern)

const boundedFormats: ReadonlySet<Json | undefined> = new Set(['uuid', 'date-time', 'binary'])

const allowsText = ({ type }: JsonObject): boolean =>
  type === 'string' || (isJsonList(type) && type.includes('string'))

const isBounded = (schema: JsonObject): boolean =>
  ['maxLength', 'enum', 'const'].some((keyword) => keyword in schema) ||
  boundedFormats.has(schema['format']) ||
  isBoundedPattern(schema['pattern'])

const partsOf = (schema: JsonObject): readonly (readonly [string, Json | undefined])[] => [
  ...['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => {
    const options = schema[keyword]
    return isJsonList(options) ? options.map((option) => ['', option] as const) : []
  }),
  ...Object.entries(isJsonObject(schema['properties']) ? schema['properties'] : {}).map(
    ([name, part]) => [`.${name}`, part] as const,
  ),
  ['[]', schema['items']],
  ['{}', schema['additionalProperties']],
]

/** The paths of the strings without maximum in the schema; a path starts at the nearest named schema. */
function unboundedStrings(
  root: Json | undefined,
  { seen }: { readonly seen: Set<string> },
): readonly string[] {
  const walk = (schema: Json | undefined, path: string): readonly string[] => {
    if (!isJsonObject(schema)) return []
    const { $ref: reference } = schema
    if (typeof reference === 'string') {
      const name = reference.split('/').at(-1) ?? ''
      if (seen.has(name) || isBoundedByRoute(name)) return []
      seen.add(name)
      return walk(schemas[name] as Json | undefined, name)
    }
    const own = allowsText(schema) && !isBounded(schema) ? [path] : []
    return [...own, ...partsOf(schema).flatMap(([step, part]) => walk(part, `${path}${step}`))]
  }
  return walk(root, '')
}

/** Strings that only the size of the body bounds so far. Remove a name here when its schema gets a maximum; add none. */
const withoutMaximum: readonly string[] = [
  'AddSpansToTestsetRevisionRequest.mapping{}',
  'AnalyticsRequest.group_by',
  'AnalyticsRequest.group_by[]',
  'AnalyticsRequest.group_order',
  'AnalyticsRequest.rate',
  'AnalyticsSpec.path',
  'AnalyticsWindowing.rate',
  'ColumnChanges.add[]',
  'ColumnChanges.convert[][]',
  'ColumnChanges.remove[]',
  'ColumnChanges.replace[][]',
  'CreateSimpleTestsetFromFileRequest.delimiter',
  'CustomProvider.key',
  'CustomProvider.url',
  'CustomProvider.version',
  'CustomSecret.content',
  'EnvironmentDelta.remove[]',
  'ExportSpansRequest.columns[]',
  'FilterCondition.key',
  'FilterText',
  'MappedColumn.kind',
  'MappedColumn.name',
  'MappedStep.key',
  'MappedStep.path',
  'MergeResolution.path[]',
  'MergeResolution.testcase_dedup_id',
  'NewSpan.agent_id',
  'NewSpan.session_id',
  'NewSpan.span_name',
  'NewSpan.status_message',
  'NewSpan.user_id',
  'NewSpanEvent.name',
  'NewSpanHash.id',
  'NewSpanId',
  'NewSpanReference.id',
  'NewSpanReference.slug',
  'NewSpanReference.version',
  'NewTraceId',
  'ParentSpanId',
  'ProviderKey.key',
  'RunRowFilter.is[]',
  'SavedWindowing.rate',
  'SecretModel.slug',
  'ServiceRequest.session_id',
  'ServiceRequest.version',
  'ServiceSelector.key',
  'ServiceSelector.path',
  'SpanTime',
  'SpanWindowing.rate',
  'TestcaseRemoval.dedup_ids[]',
  'TestcaseReplacement.testcase_dedup_id',
  'Time',
  'UploadSimpleTestsetFileRequest.delimiter',
  'UploadTestsetRevisionFileRequest.delimiter',
  'WorkflowData.script',
  'WorkflowData.uri',
  'WorkflowData.url',
  'WorkflowDelta.remove[]',
]

test('every string of a request body has a maximum', () => {
  const seen = new Set<string>()
  const paths = operations.flatMap(({ operation: { requestBody } }) =>
    Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
      unboundedStrings(schema as Json, { seen }),
    ),
  )
  expect(
    [...new Set(paths)].toSorted(),
    'give the string a maximum: textOf in src/kernel/validation.ts',
  ).toEqual(withoutMaximum)
})
