// The matrix: one line per row, with its inputs and the outputs of each column.
import { useState } from 'react'
import { AddToTestset } from '../app/add-to-testset/add-to-testset.tsx'
import type { SpanLinks } from '../app/add-to-testset/links.ts'
import { useHasRole } from '../app/session.tsx'
import type { Outcome } from '../app/trials/program.ts'
import { OutcomeView } from '../app/trials/outcome-view.tsx'
import { ProviderDialog } from '../app/providers/provider-dialog.tsx'
import { providerIn } from '../app/providers/providers.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ContentView } from '../ui/content/content-view.tsx'
import { PlainText } from '../ui/content/plain-text.tsx'
import { cellKey, stampOf, type Cell, type Column, type InputRow, type Part } from './matrix.ts'
import type { Rows } from './rows.ts'
import styles from './playground.module.css'

const sourceNames = { typed: 'Typed', testcase: 'Testset', trace: 'Trace' } as const

function InputCell({
  row,
  position,
  variables,
  rows,
  onRun,
  onRemove,
}: {
  row: InputRow
  position: number
  variables: readonly string[]
  rows: Rows
  /** Undefined: the row cannot be run alone. */
  onRun: (() => void) | undefined
  /** Removes a row of the URL. */
  onRemove: (row: InputRow) => void
}) {
  const isTyped = row.from === 'typed'
  const names = isTyped ? variables : Object.keys(row.texts)
  return (
    <td className={styles['inputs']}>
      <div className={styles['from']}>
        <span>{sourceNames[row.from]}</span>
        {!isTyped && (
          <Button look="quiet" onClick={() => rows.add(row.texts)}>
            Edit a copy
          </Button>
        )}
        {onRun !== undefined && (
          <IconButton icon="right" label={`Run only row ${position + 1}`} onClick={onRun} />
        )}
        <IconButton
          icon="cross"
          label={`Remove row ${position + 1}`}
          onClick={() => (isTyped ? rows.remove(row.key) : onRemove(row))}
        />
      </div>
      {names.length === 0 && <p className={styles['note']}>The prompt has no variables.</p>}
      {names.map((name) =>
        isTyped ? (
          <label key={name}>
            <code>{name}</code>
            <textarea
              rows={1}
              value={(Object.hasOwn(row.texts, name) ? row.texts[name] : undefined) ?? ''}
              placeholder={name === 'messages' ? 'A message of the user, or messages as JSON' : ''}
              onChange={(event) => rows.write(row.key, { name, text: event.target.value })}
            />
          </label>
        ) : (
          <div key={name} className={styles['read']}>
            <code>{name}</code>
            <ContentView value={row.texts[name] ?? ''} name={name} role="user" />
          </div>
        ),
      )}
    </td>
  )
}

function CellView({
  cell,
  isOutdated,
  onSave,
  onKey,
}: {
  cell: Cell | undefined
  isOutdated: boolean
  onSave: (traceId: string) => void
  onKey: (message: string) => void
}) {
  const canEdit = useHasRole('editor')
  if (cell === undefined) return <p className={styles['note']}>Not run yet.</p>
  if (cell.state !== 'done') {
    const note = { waiting: 'Waiting…', running: 'Running…', cancelled: 'Cancelled.' }[cell.state]
    const text = cell.state === 'running' ? cell.text : undefined
    return (
      <>
        <p className={styles['note']} aria-busy={cell.state === 'cancelled' ? undefined : 'true'}>
          {note}
        </p>
        {text !== undefined && <PlainText text={text} />}
      </>
    )
  }
  const { outcome } = cell
  const { traceId } = outcome
  return (
    <div data-old={isOutdated} className={styles['cell']}>
      {isOutdated && <p className={styles['note']}>Outdated: the prompt or input has changed</p>}
      <OutcomeView
        outcome={outcome}
        help={
          'failure' in outcome && outcome.failure.needsKey ? (
            <Button onClick={() => onKey(outcome.failure.message)}>Add provider key…</Button>
          ) : undefined
        }
        actions={
          canEdit && traceId !== undefined && !('failure' in outcome) ? (
            <button type="button" className={styles['action']} onClick={() => onSave(traceId)}>
              Save as testcase
            </button>
          ) : undefined
        }
      />
    </div>
  )
}

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
  readonly repeats: number
  /** Runs one row or one column; undefined: nothing can be run now. */
  readonly onRun: ((part: Part) => void) | undefined
  readonly onRemove: (row: InputRow) => void
}

function MatrixHead({ columns, onRun }: Pick<MatrixProps, 'columns' | 'onRun'>) {
  return (
    <thead>
      <tr>
        <th scope="col">Inputs</th>
        {columns.map(({ key, name, isDraft }) => (
          <th key={key} scope="col">
            <span className={styles['column']}>
              {name}
              {isDraft && ' · changed'}
              {columns.length > 1 && onRun !== undefined && (
                <IconButton icon="right" label={`Run only ${name}`} onClick={() => onRun({ column: key })} />
              )}
            </span>
          </th>
        ))}
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
  const { row, position, columns, rows, variables, cells, repeats, onRun, onRemove, onSave } = props
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
            const cell = cells.get(cellKey({ row: row.key, column: column.key, repeat }))
            return (
              <CellView
                // Repeats have no id but their position.
                key={repeat}
                cell={cell}
                isOutdated={cell?.state === 'done' && cell.of !== stampOf(column, row)}
                onSave={() => cell?.state === 'done' && onSave(cell.outcome)}
                onKey={props.onMissingKey}
              />
            )
          })}
        </td>
      ))}
    </tr>
  )
}

export function MatrixView(props: MatrixProps) {
  const [saved, setSaved] = useState<Outcome>()
  const [keyError, setKeyError] = useState<string>()
  return (
    <>
      <table className={styles['matrix']} aria-label="Inputs and outputs">
        <MatrixHead columns={props.columns} onRun={props.onRun} />
        <tbody>
          {props.rows.rows.map((row, position) => (
            <MatrixRow
              key={row.key}
              {...props}
              row={row}
              position={position}
              onSave={setSaved}
              onMissingKey={setKeyError}
            />
          ))}
        </tbody>
      </table>
      <AddToTestset open={saved !== undefined} links={linksOf(saved)} onClose={() => setSaved(undefined)} />
      <ProviderDialog
        open={keyError !== undefined}
        provider={keyError === undefined ? undefined : providerIn(keyError)}
        onClose={() => setKeyError(undefined)}
      />
    </>
  )
}
