// The metrics of a step: statistics by path, of the measures of its traces and the outputs of its evaluators.
import { readParts } from '../../kernel/json/path.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import {
  binaryStatistics,
  categoricalStatistics,
  continuousStatistics,
  countOnly,
  discreteStatistics,
} from './descriptive.ts'
import { ownMember } from '../../kernel/own.ts'

export const metricTypes = [
  'numeric/continuous',
  'numeric/discrete',
  'binary',
  'categorical/single',
  'categorical/multiple',
  'string',
  'json',
] as const
export type MetricType = (typeof metricTypes)[number]

export interface MetricSpec {
  readonly path: string
  readonly type: MetricType
}

/** The totals of a trace, as the store returns them. */
export interface MeasuredTotals {
  readonly duration_ms: number | null
  readonly errors: number | null
  readonly cost: number | null
  readonly tokens: number | null
}

/** The measures of every step. */
const totalPaths: readonly (readonly [keyof MeasuredTotals, string])[] = [
  ['duration_ms', 'attributes.ag.metrics.duration.cumulative'],
  ['errors', 'attributes.ag.metrics.errors.cumulative'],
  ['cost', 'attributes.ag.metrics.costs.cumulative.total'],
  ['tokens', 'attributes.ag.metrics.tokens.cumulative.total'],
]

/** The totals that are present, by path. */
export const measuredTotals = (totals: MeasuredTotals): readonly (readonly [string, number])[] =>
  totalPaths.flatMap(([name, path]) => {
    const value = totals[name]
    return value === null ? [] : [[path, value] as const]
  })

export const outputsPath = 'attributes.ag.data.outputs'

/** The full path of a metric; clients may write `score` or the full path. */
export const metricPath = (path: string): string =>
  path.startsWith('attributes.') ? path : `${outputsPath}.${path}`

/** Whether a path belongs to outputs; otherwise it belongs to a measure. */
export const isOfOutputs = (path: string): boolean =>
  path === outputsPath || path.startsWith(`${outputsPath}.`)

const isScalar = (value: Json): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** The type in a schema, also as one of several with null. */
function namedType(schema: JsonObject): Json | undefined {
  const { type } = schema
  return isJsonList(type) ? type.find((name) => name !== 'null') : type
}

const isEnum = (schema: Json | undefined): boolean => isJsonObject(schema) && Array.isArray(schema['enum'])

function typeOfSchema(schema: JsonObject): MetricType {
  switch (namedType(schema)) {
    case 'number':
      return 'numeric/continuous'
    case 'integer':
      return 'numeric/discrete'
    case 'boolean':
      return 'binary'
    case 'array':
      return isEnum(schema['items']) ? 'categorical/multiple' : 'json'
    case 'string':
      return isEnum(schema) ? 'categorical/single' : 'string'
    default:
      return isEnum(schema) ? 'categorical/single' : 'json'
  }
}

/** Deeper outputs count as one JSON value. */
const depthMax = 10

/** The metrics of an outputs schema: one for each leaf. */
export function schemaSpecs(schema: JsonObject, path = outputsPath, depth = 0): readonly MetricSpec[] {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {}
  const names = Object.keys(properties)
  if (names.length === 0 || depth === depthMax)
    return depth === 0 ? [] : [{ path, type: typeOfSchema(schema) }]
  return names.flatMap((name) => {
    const property = ownMember(properties, name)
    return isJsonObject(property) ? schemaSpecs(property, `${path}.${name}`, depth + 1) : []
  })
}

/** The common type of the values. */
export function detectedType(values: readonly Json[]): MetricType {
  if (values.every((value) => typeof value === 'boolean')) return 'binary'
  if (values.every((value) => Number.isInteger(value))) return 'numeric/discrete'
  if (values.every((value) => typeof value === 'number')) return 'numeric/continuous'
  if (values.every((value) => typeof value === 'string')) return 'string'
  const areLists = values.every((value) => Array.isArray(value) && value.every(isScalar))
  return areLists ? 'categorical/multiple' : 'json'
}

function collectLeaves(value: Json, path: string, leaves: Map<string, Json[]>): void {
  if (isJsonObject(value) && Object.keys(value).length > 0) {
    for (const [name, member] of Object.entries(value)) collectLeaves(member, `${path}.${name}`, leaves)
  } else if (value !== null) {
    const values = leaves.get(path)
    if (values === undefined) leaves.set(path, [value])
    else values.push(value)
  }
}

/** Without a schema, metrics are inferred from the outputs. */
export function inferredSpecs(outputs: readonly Json[]): readonly MetricSpec[] {
  const leaves = new Map<string, Json[]>()
  for (const output of outputs) collectLeaves(output, outputsPath, leaves)
  return [...leaves].map(([path, values]) => ({ path, type: detectedType(values) }))
}

/** Statistics of the values with a matching type; undefined when there are none. */
export function statisticsOf(type: MetricType, all: readonly Json[]): JsonObject | undefined {
  const values = all.filter((value) => value !== null)
  const numbers = values.filter((value) => typeof value === 'number')
  const booleans = values.filter((value) => typeof value === 'boolean')
  const scalars = values.filter(isScalar)
  const lists = values.filter((value): value is readonly Json[] => Array.isArray(value))
  switch (type) {
    case 'numeric/continuous':
      return numbers.length === 0 ? undefined : continuousStatistics(numbers)
    case 'numeric/discrete':
      return numbers.length === 0 ? undefined : discreteStatistics(numbers)
    case 'binary':
      return booleans.length === 0 ? undefined : binaryStatistics(booleans)
    case 'categorical/single':
      return scalars.length === 0 ? undefined : categoricalStatistics(type, scalars, scalars.length)
    case 'categorical/multiple':
      return lists.length === 0
        ? undefined
        : categoricalStatistics(type, lists.flat().filter(isScalar), lists.length)
    case 'string': {
      const texts = values.filter((value) => typeof value === 'string')
      return texts.length === 0 ? undefined : countOnly(type, texts)
    }
    default:
      return values.length === 0 ? undefined : countOnly(type, values)
  }
}

/** The outcome of a cell. */
export interface StepSpan extends MeasuredTotals {
  readonly outputs: Json | undefined
  /** Outputs of failed cells are not counted. */
  readonly succeeded: boolean
}

export interface StepMetricsInput {
  readonly spans: readonly StepSpan[]
  /** Outputs of annotations are counted as well: by this schema, or inferred from the values. */
  readonly outputs: { readonly schema?: JsonObject | undefined } | undefined
}

const outputsOf = (spans: readonly StepSpan[]): readonly Json[] =>
  spans.flatMap(({ outputs }) => (outputs === undefined ? [] : [outputs]))

function valuesAt(spans: readonly StepSpan[], path: string): readonly Json[] {
  const parts = path === outputsPath ? [] : path.slice(outputsPath.length + 1).split('.')
  return outputsOf(spans).flatMap((outputs) => {
    const result = readParts(outputs, parts)
    return result.exists ? [result.value] : []
  })
}

/** `{<path>: statistics}` of one step; paths without values are omitted. */
export function stepMetrics({ spans, outputs }: StepMetricsInput): JsonObject {
  const successful = spans.filter((span) => span.succeeded)
  const specs =
    outputs === undefined
      ? []
      : outputs.schema === undefined
        ? inferredSpecs(outputsOf(successful))
        : schemaSpecs(outputs.schema)
  const totals = totalPaths.map(([name, path]) => {
    const values = spans.flatMap((span) => span[name] ?? [])
    return [path, statisticsOf('numeric/continuous', values)] as const
  })
  const outputStatistics = specs.map(
    ({ path, type }) => [path, statisticsOf(type, valuesAt(successful, path))] as const,
  )
  return Object.fromEntries(
    [...totals, ...outputStatistics].flatMap(([path, statistics]): readonly [string, Json][] =>
      statistics === undefined ? [] : [[path, statistics]],
    ),
  )
}
