// The fields that Analytics can group by: common names first, then any attribute. Also builds the filter that selects the
// spans or traces of a group.
import type { AnalyticsView } from './url-state.ts'

type Focus = AnalyticsView['focus']

export interface GroupField {
  /** The name in requests and in the URL. */
  readonly id: string
  readonly name: string
  readonly about: string
  /** Whether it is a property of single spans: roots of traces seldom have it. */
  readonly isOfSpans?: boolean
}

export const groupFields: readonly GroupField[] = [
  { id: 'model', name: 'Model', about: 'of each model call', isOfSpans: true },
  { id: 'application', name: 'Application', about: 'of the whole trace' },
  { id: 'environment', name: 'Environment', about: 'of the whole trace' },
  { id: 'user', name: 'User', about: 'of the whole trace' },
  { id: 'session', name: 'Session', about: 'of the whole trace' },
  { id: 'span_name', name: 'Name', about: 'of the trace or span' },
  { id: 'span_type', name: 'Type', about: 'chat, tool, agent, …' },
  { id: 'status', name: 'Status', about: 'ok or error' },
]

/** The display name of a measure: `helpful.score` for an output of the evaluator `helpful`. */
export const measureName = (path: string): string => path.replace(/^(attributes|annotation)\./, '')

/** A filter for traces or spans that have the measure. */
export const measureCondition = (path: string): string =>
  `${path.startsWith('annotation.') ? path : filterPath(path)} exists`

const tagPrefix = 'attributes.ag.tags.'

/** The field with this id: a name of the table, a tag, or an attribute. */
export function fieldOf(id: string): GroupField {
  const field = groupFields.find((one) => one.id === id)
  if (field !== undefined) return field
  if (id.startsWith(tagPrefix)) {
    return { id, name: `Tag ${id.slice(tagPrefix.length)}`, about: 'of the whole trace' }
  }
  return { id, name: id.replace(/^attributes\./, ''), about: 'attribute' }
}

/** The paths of each field. A span has the value of the first path that is present. */
const memberPaths: Readonly<Record<string, readonly string[]>> = {
  model: ['attributes.ag.meta.request.model', 'attributes.ag.meta.response.model'],
  application: ['attributes.ag.references.application.slug'],
  environment: [
    'attributes.ag.references.environment.slug',
    'attributes.deployment.environment.name',
    'attributes.deployment.environment',
    'attributes.otel.resource.deployment.environment.name',
    'attributes.otel.resource.deployment.environment',
  ],
  user: ['user_id'],
  session: ['session_id'],
  span_name: ['span_name'],
  span_type: ['span_type'],
}

const traceFieldIds = ['application', 'environment', 'user', 'session']
const tracePrefixes = [
  'ag.references.',
  'ag.tags.',
  'ag.user.',
  'ag.session.',
  'ag.agent.',
  'deployment.',
].map((prefix) => `attributes.${prefix}`)

const isOfTrace = (id: string): boolean =>
  traceFieldIds.includes(id) || tracePrefixes.some((prefix) => id.startsWith(prefix))

const plainPath = /^[\w.-]+$/

/** The path as filter text. Keys with special characters are in brackets. */
function filterPath(path: string): string {
  const key = path.replace(/^attributes\./, '')
  return key === path || plainPath.test(key) ? path : `attributes[${JSON.stringify(key)}]`
}

const allOf = (...conditions: readonly string[]): string => conditions.join(' and ')

const absentCondition = (paths: readonly string[]): string =>
  allOf(...paths.map((path) => `${filterPath(path)} not_exists`))

/** A filter for spans whose first present path has the value. Null: no path is present. */
function equalsCondition(paths: readonly string[], value: unknown): string {
  if (value === null) return absentCondition(paths)
  const alternatives = paths.map((path, i) => {
    const equals = `${filterPath(path)} = ${JSON.stringify(value)}`
    return i === 0 ? equals : `(${allOf(absentCondition(paths.slice(0, i)), equals)})`
  })
  return alternatives.length === 1 ? (alternatives[0] ?? '') : `(${alternatives.join(' or ')})`
}

function statusCondition(value: unknown, focus: Focus): string {
  const errorCondition = `attributes.ag.metrics.errors.${focus === 'spans' ? 'incremental' : 'cumulative'} > 0`
  return value === 'error' ? errorCondition : `not(${errorCondition})`
}

/** A filter for exactly the spans or traces of a group. A span without a property of traces has that of its root. */
export function valueCondition(id: string, value: unknown, focus: Focus): string {
  if (id === 'status') return statusCondition(value, focus)
  const paths = (Object.hasOwn(memberPaths, id) ? memberPaths[id] : undefined) ?? [id]
  const spanCondition = equalsCondition(paths, value)
  // Traces are counted by their heads.
  if (focus !== 'spans') return `head(${spanCondition})`
  if (!isOfTrace(id)) return spanCondition
  if (value === null) return allOf(absentCondition(paths), `not(root(not(${absentCondition(paths)})))`)
  return `(${spanCondition} or (${allOf(absentCondition(paths), `root(${spanCondition})`)}))`
}

/** A filter for one group, which has a value for each field. */
export const groupCondition = (fields: readonly string[], values: readonly unknown[], focus: Focus): string =>
  allOf(...fields.map((id, i) => valueCondition(id, values[i] ?? null, focus)))

/** A filter for all groups except these. */
export const restCondition = (
  fields: readonly string[],
  groups: readonly (readonly unknown[])[],
  focus: Focus,
): string => `not(${groups.map((values) => `(${groupCondition(fields, values, focus)})`).join(' or ')})`

/** The display name of a value. */
export const valueName = (value: unknown): string =>
  value === null || value === undefined ? '(none)' : typeof value === 'string' ? value : JSON.stringify(value)
