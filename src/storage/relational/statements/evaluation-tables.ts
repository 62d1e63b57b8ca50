// The five tables of evaluation records: their columns, and how values are stored in them.
import type { EvaluationKind, EvaluationRecords } from '../../contract/contract.ts'
import { ownMember } from '../../../kernel/own.ts'

/**
 * The encoding of a value in its column. `key`: part of a unique key, which ignores nulls, so '' means
 * absent.
 */
type Form = 'plain' | 'json' | 'key'

export interface Column {
  readonly name: string
  readonly property: string
  readonly form: Form
}

const columns = (form: Form, ...names: readonly string[]): readonly Column[] =>
  names.map((name) => ({
    name,
    property: name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    form,
  }))

const sharedColumns = [
  ...columns('plain', 'id', 'status'),
  ...columns('json', 'flags', 'tags', 'meta'),
  ...columns('plain', 'created_at', 'created_by_id', 'updated_at', 'updated_by_id'),
  ...columns('plain', 'deleted_at', 'deleted_by_id'),
]
const namedColumns = [...columns('plain', 'name', 'description'), ...columns('json', 'data')]

export const projectColumn: Column = { name: 'project_id', property: 'projectId', form: 'plain' }

interface Table {
  readonly name: string
  readonly columns: readonly Column[]
}

export const tables: Readonly<Record<EvaluationKind, Table>> = {
  run: {
    name: 'evaluation_runs',
    columns: [...sharedColumns, ...namedColumns, ...columns('plain', 'executor')],
  },
  scenario: {
    name: 'evaluation_scenarios',
    columns: [...sharedColumns, ...columns('plain', 'run_id', 'interval', 'timestamp')],
  },
  result: {
    name: 'evaluation_results',
    columns: [
      ...sharedColumns,
      ...columns('plain', 'run_id', 'scenario_id', 'step_key', 'repeat_idx'),
      ...columns('plain', 'trace_id', 'testcase_id', 'hash_id', 'interval', 'timestamp'),
      ...columns('json', 'error'),
    ],
  },
  metrics: {
    name: 'evaluation_metrics',
    columns: [
      ...sharedColumns,
      ...columns('plain', 'run_id', 'interval'),
      ...columns('key', 'scenario_id', 'timestamp'),
      ...columns('json', 'data'),
    ],
  },
  queue: {
    name: 'evaluation_queues',
    columns: [...sharedColumns, ...namedColumns, ...columns('plain', 'run_id')],
  },
}

export type EvaluationRow = Readonly<Record<string, string | number | null>>

function readValue(form: Form, value: string | number | null | undefined): unknown {
  if (value === null || value === undefined) return undefined
  if (form === 'json') return JSON.parse(String(value)) as unknown
  return form === 'key' && value === '' ? undefined : value
}

export const readEvaluationRecord = <K extends EvaluationKind>(
  kind: K,
  row: EvaluationRow,
): EvaluationRecords[K] =>
  Object.fromEntries(
    tables[kind].columns.map(({ name, property, form }) => [property, readValue(form, ownMember(row, name))]),
  ) as unknown as EvaluationRecords[K]

export function columnValue(form: Form, value: unknown): unknown {
  if (value === undefined) return form === 'key' ? '' : null
  return form === 'json' ? JSON.stringify(value) : value
}
