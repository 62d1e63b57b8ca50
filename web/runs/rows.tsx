// The rows of a run: what went in, what each subject made of it, how it was judged, and what it took.
import { useMemo } from 'react'
import { duration, money } from '../ui/format.ts'
import { Table } from '../ui/table.tsx'
import type { Column } from '../ui/table-row.tsx'
import { shownValue } from './numbers.tsx'
import { valueKey, type Cell, type ScenarioRow } from './queries.ts'
import type { Measured, Parts } from './run-model.ts'
import { StatusMark } from './status.tsx'
import styles from './runs.module.css'

function Output({ cell }: { cell: Cell | undefined }) {
  if (cell === undefined) return <span className={styles['faint']}>–</span>
  if (cell.error !== undefined) return <span className={styles['bad']}>{cell.error}</span>
  if (cell.status !== 'success') return <StatusMark status={cell.status} />
  return <>{cell.output}</>
}

const sum = (
  row: ScenarioRow,
  parts: Parts,
  read: (cell: Cell) => number | undefined,
): number | undefined => {
  const values = parts.subjects.flatMap(({ key }) => {
    const cell = row.cells.get(key)
    return (cell && read(cell)) ?? []
  })
  return values.length === 0 ? undefined : values.reduce((total, value) => total + value, 0)
}

function columnsOf(parts: Parts, judged: readonly Measured[]): readonly Column<ScenarioRow>[] {
  return [
    {
      id: 'status',
      name: 'Status',
      widthPx: 100,
      cell: ({ status }) => <StatusMark status={status} />,
    },
    { id: 'input', name: 'Input', widthPx: 200, grows: true, cell: ({ input }) => input },
    ...parts.subjects.map((part): Column<ScenarioRow> => ({
      id: `out ${part.key}`,
      name: part.version === undefined ? part.name : `${part.name} v${part.version}`,
      widthPx: 220,
      grows: true,
      cell: (row) => <Output cell={row.cells.get(part.key)} />,
    })),
    ...judged.map(({ part, path, name, unit }): Column<ScenarioRow> => ({
      id: valueKey(part.key, path),
      name: `${name} · ${part.name}`,
      widthPx: 130,
      align: 'right',
      cell: ({ values }) => shownValue(values.get(valueKey(part.key, path)), unit),
    })),
    {
      id: 'duration',
      name: 'Took',
      widthPx: 80,
      align: 'right',
      cell: (row) => duration(sum(row, parts, ({ durationMs }) => durationMs)),
    },
    {
      id: 'cost',
      name: 'Cost',
      widthPx: 84,
      align: 'right',
      cell: (row) => money(sum(row, parts, ({ cost }) => cost)),
    },
  ]
}

export function Rows({
  rows,
  parts,
  measured,
  onOpen,
  onEnd,
}: {
  rows: readonly ScenarioRow[]
  parts: Parts
  measured: readonly Measured[]
  onOpen: (row: ScenarioRow) => void
  onEnd: () => void
}) {
  const columns = useMemo(() => {
    const evaluators = new Set(parts.evaluators.map(({ key }) => key))
    return columnsOf(
      parts,
      measured.filter(({ part }) => evaluators.has(part.key)),
    )
  }, [parts, measured])
  return (
    <Table
      name="Rows of the run"
      rows={rows}
      columns={columns}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      onEnd={onEnd}
      toneOf={({ status }) => (status === 'errors' || status === 'failure' ? 'bad' : undefined)}
    />
  )
}
