// The matrix: a line per row, with its inputs and the outputs of each column.
import { useState } from 'react'
import { AddToTestset } from '../app/add-to-testset/add-to-testset.tsx'
import type { SpanLinks } from '../app/add-to-testset/links.ts'
import type { Outcome } from '../app/trials/program.ts'
import { ProviderDialog } from '../app/providers/provider-dialog.tsx'
import { providerIn } from '../app/providers/providers.ts'
import { IconButton } from '../ui/button.tsx'
import { CellView } from './cell-view.tsx'
import { settingsOf } from './column-settings.ts'
import { canContinue, turnsWith } from './conversation/conversation.ts'
import { MockedTools } from './conversation/mocked-tools.tsx'
import type { Evaluator } from './scoring/evaluators.ts'
import { InputCell } from './input-cell.tsx'
import {
  cellKey,
  stampOf,
  type Cell,
  type Column,
  type InputRow,
  type Part,
  type PlannedCall,
} from './matrix.ts'
import type { Rows } from './rows.ts'
import { SummaryRow } from './scoring/scores.tsx'
import styles from './playground.module.css'

/** The root span of a call. */
const linksOf = (outcome: Outcome | undefined): SpanLinks =>
  outcome?.traceId === undefined || outcome.spanId === undefined
    ? []
    : [{ trace_id: outcome.traceId, span_id: outcome.spanId }]

interface MatrixProps {
  readonly columns: readonly Column[]
  readonly rows: Rows
  readonly variables: readonly string[]
  readonly cells: ReadonlyMap<string, Cell>
  /** The keys of cells that do not survive a reload. */
  readonly droppedKeys: ReadonlySet<string>
  readonly repeats: number
  readonly evaluators: readonly Evaluator[]
  /** Runs one row or one column; undefined: nothing can be run now. */
  readonly onRun: ((part: Part) => void) | undefined
  /** Runs one call that continues a conversation; undefined: nothing can be run now. */
  readonly onContinue: ((call: PlannedCall) => void) | undefined
  readonly onRemove: (row: InputRow) => void
}

function MatrixHead({ columns, onRun }: Pick<MatrixProps, 'columns' | 'onRun'>) {
  return (
    <thead>
      <tr>
        <th scope="col">Inputs</th>
        {columns.map(({ key, name, isDraft, data }) => {
          const { model, parameters } = settingsOf(data)
          return (
            <th key={key} scope="col">
              <span className={styles['column']}>
                {name}
                {isDraft && ' · draft'}
                {columns.length > 1 && onRun !== undefined && (
                  <IconButton
                    icon="right"
                    label={`Run only ${name}`}
                    onClick={() => onRun({ column: key })}
                  />
                )}
              </span>
              {model !== undefined && <b className={styles['model']}>{model}</b>}
              {parameters !== '' && (
                <span className={styles['parameters']} title={parameters}>
                  {parameters}
                </span>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

interface RowProps extends MatrixProps {
  readonly row: InputRow
  readonly position: number
  readonly onSave: (outcome: Outcome) => void
  readonly onMissingKey: (message: string) => void
}

function MatrixRow(props: RowProps) {
  const { row, position, columns, rows, variables, cells, repeats, onRun, onContinue, onRemove, onSave } =
    props
  const canRunAlone = rows.rows.length > 1 && onRun !== undefined
  return (
    <tr>
      <InputCell
        row={row}
        position={position}
        variables={variables}
        rows={rows}
        onRun={canRunAlone ? () => onRun({ row: row.key }) : undefined}
        onRemove={onRemove}
      />
      {columns.map((column) => (
        <td key={column.key} data-name={column.name}>
          {Array.from({ length: repeats }, (_, repeat) => {
            const key = cellKey({ row: row.key, column: column.key, repeat })
            const cell = cells.get(key)
            return (
              <CellView
                // Repeats have no id but their position.
                key={repeat}
                cell={cell}
                evaluators={props.evaluators}
                isOutdated={cell?.state === 'done' && cell.of !== stampOf(column, row)}
                isDropped={props.droppedKeys.has(key)}
                onSave={() => cell?.state === 'done' && onSave(cell.outcome)}
                onKey={props.onMissingKey}
                onReply={
                  onContinue !== undefined && cell?.state === 'done' && canContinue(column.data)
                    ? (reply) => onContinue({ key, row, column, turns: turnsWith(cell, reply) })
                    : undefined
                }
              />
            )
          })}
        </td>
      ))}
    </tr>
  )
}

export function MatrixView(props: MatrixProps) {
  const [savedOutcome, setSavedOutcome] = useState<Outcome>()
  const [keyError, setKeyError] = useState<string>()
  return (
    <>
      <MockedTools />
      <div className={styles['scroller']}>
        <table className={styles['matrix']} aria-label="Inputs and outputs">
          <MatrixHead columns={props.columns} onRun={props.onRun} />
          <tbody>
            {props.rows.rows.map((row, position) => (
              <MatrixRow
                key={row.key}
                {...props}
                row={row}
                position={position}
                onSave={setSavedOutcome}
                onMissingKey={setKeyError}
              />
            ))}
          </tbody>
          <SummaryRow
            columns={props.columns}
            rows={props.rows.rows}
            cells={props.cells}
            repeats={props.repeats}
            evaluators={props.evaluators}
          />
        </table>
      </div>
      <AddToTestset
        open={savedOutcome !== undefined}
        links={linksOf(savedOutcome)}
        onClose={() => setSavedOutcome(undefined)}
      />
      <ProviderDialog
        open={keyError !== undefined}
        provider={keyError === undefined ? undefined : providerIn(keyError)}
        onClose={() => setKeyError(undefined)}
      />
    </>
  )
}
