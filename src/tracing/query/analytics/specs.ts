// Specs of analytics: each names an attribute and a type of statistics. This file turns specs into expressions over the
// columns of a span; stats.ts turns the totals of the store into the statistics of the response.
import { z } from 'zod'
import type { HistogramBins, Measure } from '../../../storage/contract/contract.ts'
import { bool, float, int, optional, fieldIssue } from '../../../kernel/validation.ts'
import { type Binder } from '../../filter/compile/bind.ts'
import { attributeSql } from '../../filter/compile/compile-attributes.ts'
import type { Filter } from '../../filter/ast.ts'
import { annotationOutput } from '../../filter/text/annotation-output.ts'
import { parsePath, pathProblem, type Path } from '../../filter/path.ts'

export const specTypes = [
  'numeric/continuous',
  'numeric/discrete',
  'binary',
  'categorical/single',
  'categorical/multiple',
  'string',
  'json',
  'none',
  '*',
] as const
export type SpecType = (typeof specTypes)[number]
/** The types that are measured: `*` is resolved by the values, `none` is omitted. */
export type MeasuredType = Exclude<SpecType, '*' | 'none'>

const prefix = 'attributes.'

export const attributePath = z
  .string()
  .superRefine((path, ctx) => {
    const problem = pathProblem(path)
    if (problem !== undefined) ctx.addIssue(fieldIssue('too_long', problem))
    if (path.startsWith(prefix) && path.length > prefix.length) return
    ctx.addIssue(fieldIssue('value_error', `A path begins with '${prefix}'.`, { input: path }))
  })
  .meta({ type: 'string', pattern: '^attributes[.].' })

/** The subject of a spec: an attribute, or an output of the annotations of an evaluator: `annotation.helpful.score`. */
const measuredPath = z
  .string()
  .superRefine((path, ctx) => {
    const problem = pathProblem(path)
    if (problem !== undefined) ctx.addIssue(fieldIssue('too_long', problem))
    if (annotationOutput(path) !== undefined) return
    if (path.startsWith(prefix) && path.length > prefix.length) return
    const message = `A path begins with '${prefix}', or names an evaluator and its output: 'annotation.helpful.score'.`
    ctx.addIssue(fieldIssue('value_error', message, { input: path }))
  })
  .meta({ type: 'string', pattern: '^(attributes[.].|annotation[.][^.]+[.].)' })

const binsMax = 10_000

export const specSchema = z
  .object({
    type: z.enum(specTypes),
    path: measuredPath,
    bins: optional(int(1, binsMax)),
    vmin: optional(float(-Number.MAX_VALUE, Number.MAX_VALUE)),
    vmax: optional(float(-Number.MAX_VALUE, Number.MAX_VALUE)),
    edge: optional(bool),
  })
  .superRefine(({ vmin, vmax }, ctx) => {
    if (vmin === undefined || vmax === undefined || vmin <= vmax) return
    ctx.addIssue(fieldIssue('value_error', 'vmax is below vmin.', { path: ['vmax'], input: vmax }))
  })
  .meta({ id: 'AnalyticsSpec', description: 'vmax is not below vmin.' })
export type Spec = z.output<typeof specSchema>

const continuous = (path: string): Spec => ({ type: 'numeric/continuous', path }) as Spec
const single = (path: string): Spec => ({ type: 'categorical/single', path }) as Spec

/**
 * Sums of cumulative values over spans are meaningless, because a parent includes its children. Use the paths of own
 * values.
 */
export const defaultSpecs: readonly Spec[] = [
  continuous('attributes.ag.metrics.duration.cumulative'),
  continuous('attributes.ag.metrics.errors.cumulative'),
  continuous('attributes.ag.metrics.costs.cumulative.total'),
  continuous('attributes.ag.metrics.tokens.cumulative.total'),
  single('attributes.ag.type.trace'),
  single('attributes.ag.type.span'),
]

/** The path in the attributes of a span, or of an annotation. */
export const specPath = (path: string): Path =>
  parsePath(annotationOutput(path)?.key ?? path.slice(prefix.length))

/** The annotations whose outputs the spec measures. Undefined: it measures attributes of the counted spans. */
export function annotationsOf({ path }: Spec): Filter | undefined {
  const output = annotationOutput(path)
  if (output === undefined) return undefined
  return {
    kind: 'records_in',
    field: 'references',
    elements: [{ slug: output.slug, attributes: { key: 'evaluator' } }],
    all: false,
    negated: false,
  }
}

/** JSON text of a scalar, '' for other values. */
export function scalarText(path: Path, bind: Binder): string {
  const { isString, string, isNumber, number, isBool, json, read } = attributeSql(path, bind)
  return read(
    `multiIf(${isString}, toJSONString(${string}), ${isNumber}, toString(${number}), ${isBool}, ${json()}, '')`,
  )
}

/**
 * Whether the numbers at a path add to sums. Own tokens and costs that other spans of the trace already count do not,
 * for example those of an agent whose model calls state theirs. These are under `ag.meta.usage` too.
 */
function isCountedSql({ segments }: Path, bind: Binder): string {
  const [ag, metrics, metric = '', kind] = segments
  const isOwnUsage =
    ag === 'ag' && metrics === 'metrics' && kind === 'incremental' && ['tokens', 'costs'].includes(metric)
  return isOwnUsage ? `NOT (${attributeSql(parsePath(`ag.meta.usage.${metric}`), bind).isContainer})` : 'true'
}

/** The number of an attribute, or NULL. `ofTraces`: at heads, the number of the full trace. */
export function numberSql(path: Path, bind: Binder, ofTraces = false): string {
  const { isNumber, number, read } = attributeSql(path, bind, ofTraces)
  return read(`if((${isNumber}) AND ${isCountedSql(path, bind)}, toFloat64(${number}), NULL)`)
}

/** Numbers of annotations. Yes and no count as 1 and 0, so that their mean is the share of yes. */
function scoreSql(path: Path, bind: Binder): string {
  const { isNumber, number, isBool, json, read } = attributeSql(path, bind)
  return read(
    `multiIf(${isNumber}, toNullable(toFloat64(${number})), ${isBool}, toFloat64(${json()} = 'true'), NULL)`,
  )
}

/** The scalars of an array, as JSON texts. */
function elementsSql(path: Path, bind: Binder): string {
  const { isContainer, json, read } = attributeSql(path, bind)
  const elements = `if(${isContainer}, JSONExtractArrayRaw(${json()}), emptyArrayString())`
  return read(`arrayFilter(v -> substring(v, 1, 1) NOT IN ('{', '[') AND v != 'null', ${elements})`)
}

export interface TypeCounts {
  readonly booleans: string
  readonly integers: string
  readonly numbers: string
  readonly strings: string
  readonly lists: string
  readonly all: string
}

/** One count per type, to detect the type of an attribute. */
export function typeCounts(path: Path, bind: Binder): TypeCounts {
  const { isBool, isNumber, number, isString, isContainer, exists, json, read } = attributeSql(path, bind)
  const count = (test: string): string => read(`toUInt64(${test})`)
  const raw = `JSONExtractArrayRaw(${json()})`
  return {
    booleans: count(isBool),
    integers: count(`(${isNumber}) AND ${number} = floor(${number})`),
    numbers: count(isNumber),
    strings: count(isString),
    lists: count(
      `(${isContainer}) AND startsWith(${json()}, '[') AND NOT arrayExists(v -> substring(v, 1, 1) IN ('{', '['), ${raw})`,
    ),
    all: count(exists),
  }
}

/** A histogram of one bin without bounds holds all numbers, so the store need not count them. */
export const hasPlainHistogram = ({ bins, vmin, vmax }: Spec): boolean =>
  bins === 1 && vmin === undefined && vmax === undefined

const histogramOf = (spec: Spec): HistogramBins => ({
  ...(spec.bins === undefined ? {} : { bins: spec.bins }),
  ...(spec.vmin === undefined ? {} : { low: spec.vmin }),
  ...(spec.vmax === undefined ? {} : { high: spec.vmax }),
  edge: spec.edge ?? false,
})

export function measureOf(spec: Spec, type: MeasuredType, bind: Binder, ofTraces = false): Measure {
  const path = specPath(spec.path)
  switch (type) {
    case 'numeric/continuous': {
      const distribution = hasPlainHistogram(spec) ? 'quantiles' : histogramOf(spec)
      if (annotationsOf(spec) !== undefined) return { number: scoreSql(path, bind), distribution }
      return { number: numberSql(path, bind, ofTraces), distribution }
    }
    case 'numeric/discrete': {
      const { isNumber, number, read } = attributeSql(path, bind, ofTraces)
      const text = read(`if((${isNumber}) AND ${isCountedSql(path, bind)}, toString(${number}), '')`)
      return { number: numberSql(path, bind, ofTraces), values: `[${text}]`, distribution: 'quantiles' }
    }
    case 'binary': {
      const { isBool, json, read } = attributeSql(path, bind)
      return { values: `[${read(`if(${isBool}, ${json()}, '')`)}]` }
    }
    case 'categorical/single':
      return { values: `[${scalarText(path, bind)}]` }
    case 'categorical/multiple':
      return { values: elementsSql(path, bind) }
    case 'string':
      return { count: typeCounts(path, bind).strings }
    default:
      return { count: typeCounts(path, bind).all }
  }
}
