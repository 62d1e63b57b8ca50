// Groupings of analytics buckets: a name from the table below, or the path of an attribute.
import { z } from 'zod'
import { groupColumns, type GroupColumn, type GroupKey } from '../../../storage/contract/contract.ts'
import { ownMember } from '../../../kernel/own.ts'
import type { Binder } from '../../filter/compile/bind.ts'
import { parsePath } from '../../filter/path.ts'
import type { Focus } from '../../filter/windowing.ts'
import { attributePath, numberSql, scalarText, specPath } from './specs.ts'

interface NamedGroup {
  /** A column of all spans; one of `groupColumns` has JSON text. */
  readonly column: GroupColumn | 'span_name' | 'span_type' | 'user_id' | 'session_id'
  /** Describes the full trace: a span without a value uses that of its root. */
  readonly inherits: boolean
}

const namedGroups: Readonly<Record<string, NamedGroup>> = {
  model: { column: 'model_name', inherits: false },
  application: { column: 'application_slug', inherits: true },
  environment: { column: 'environment_name', inherits: true },
  user: { column: 'user_id', inherits: true },
  session: { column: 'session_id', inherits: true },
  span_name: { column: 'span_name', inherits: false },
  span_type: { column: 'span_type', inherits: false },
}

/** Failed or not. A trace has failed if one of its spans has. */
const status = 'status'

/** Attributes that programs set once, on the root, for the full trace. */
const inheritedPrefixes = [
  'ag.references.',
  'ag.tags.',
  'ag.user.',
  'ag.session.',
  'ag.agent.',
  'deployment.',
]

const groupNames = [
  'model',
  'application',
  'environment',
  'user',
  'session',
  'span_name',
  'span_type',
  status,
]

const groupField = z.union([
  z.enum(groupNames).meta({ description: 'A name for one or several attributes or members of the record.' }),
  attributePath,
])

export const groupsMax = 2

/** One field, or a list of up to two. */
export const groupBySchema = z.union([groupField, z.array(groupField).min(1).max(groupsMax)])
export type GroupBy = z.output<typeof groupBySchema>

export const groupFields = (groupBy: GroupBy): readonly string[] =>
  typeof groupBy === 'string' ? [groupBy] : groupBy

interface Counted {
  readonly focus: Focus
  /** For traces: count their heads, else their roots. */
  readonly heads: boolean
}

function statusSql({ focus, heads }: Counted, bind: Binder): string {
  const path = `ag.metrics.errors.${focus === 'span' ? 'incremental' : 'cumulative'}`
  return `if(ifNull(${numberSql(parsePath(path), bind, heads)}, 0) > 0, '"error"', '"ok"')`
}

/** Roots have no parent to inherit from: if traces are counted, only own values exist. */
export function groupKey(field: string, counted: Counted, bind: Binder): GroupKey {
  const { focus } = counted
  if (field === status) return { sql: statusSql(counted, bind), inherits: false }
  const group = ownMember(namedGroups, field)
  if (group === undefined) {
    const path = specPath(field)
    const isOfTrace = inheritedPrefixes.some((prefix) => path.text.startsWith(prefix))
    return { sql: scalarText(path, bind), inherits: focus === 'span' && isOfTrace }
  }
  const { column } = group
  bind.reads(column)
  const sql = Object.hasOwn(groupColumns, column)
    ? `toString(${column})`
    : `if(isNull(${column}), '', toJSONString(toString(assumeNotNull(${column}))))`
  return { sql, inherits: focus === 'span' && group.inherits }
}
