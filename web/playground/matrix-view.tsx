// Inputs on the left, what each column made of them beside: one line for each row.
import { useState } from 'react'
import { AddToTestset } from '../app/add-to-testset/add-to-testset.tsx'
import type { SpanLinks } from '../app/add-to-testset/links.ts'
import { useHasRole } from '../app/session.tsx'
import type { Outcome } from '../app/trials/program.ts'
import { OutcomeView } from '../app/trials/outcome-view.tsx'
import { ProviderKey } from '../app/trials/provider-key.tsx'
import { providerIn } from '../app/trials/providers.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ContentView } from '../ui/content/content-view.tsx'
import { cellKey, stampOf, type Cell, type Column, type InputRow, type Part } from './matrix.ts'
import type { Rows } from './rows.ts'
import styles from './playground.module.css'

const fromWords = { typed: 'Typed', testcase: 'From a testset', trace: 'From a trace' } as const

function InputCell({
  row,
  place,
  variables,
  rows,
  onRun,
  onLeave,
}: {
  row: InputRow
  place: number
  variables: readonly string[]
  rows: Rows
  /** Undefined: there is nothing to choose, or nothing can be run now. */
  onRun: (() => void) | undefined
  /** Takes away a row that the address names. */
  onLeave: (row: InputRow) => void
}) {
  const isTyped = row.from === 'typed'
  const names = isTyped ? variables : Object.keys(row.texts)
  return (
    <td className={styles['inputs']}>
      <div className={styles['from']}>
        <span>{fromWords[row.from]}</span>
        {!isTyped && (
          <Button look="quiet" onClick={() => rows.added(row.texts)}>
            Edit a copy
          </Button>
        )}
        {onRun !== undefined && (
          <IconButton icon="right" label={`Run row ${place + 1} alone`} onClick={onRun} />
        )}
        <IconButton
          icon="cross"
          label={`Take row ${place + 1} away`}
          onClick={() => (isTyped ? rows.removed(row.key) : onLeave(row))}
        />
      </div>
      {names.length === 0 && <p className={styles['note']}>The prompt asks for nothing.</p>}
      {names.map((name) =>
        isTyped ? (
          <label key={name}>
            <code>{name}</code>
            <textarea
              rows={1}
              value={(Object.hasOwn(row.texts, name) ? row.texts[name] : undefined) ?? ''}
              placeholder={name === 'messages' ? 'What the user says, or a conversation as JSON' : ''}
              onChange={(event) => rows.typed(row.key, name, event.target.value)}
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
  isOld,
  onSave,
  onKey,
}: {
  cell: Cell | undefined
  isOld: boolean
  onSave: (traceId: string) => void
  onKey: (message: string) => void
}) {
  const mayEdit = useHasRole('editor')
  if (cell === undefined) return <p className={styles['note']}>Not run yet.</p>
  if (cell.state !== 'done') {
    const words = { waiting: 'Waits its turn…', running: 'Running…', cancelled: 'Cancelled.' }[cell.state]
    return (
      <p className={styles['note']} aria-busy={cell.state === 'cancelled' ? undefined : 'true'}>
        {words}
      </p>
    )
  }
  const { outcome } = cell
  const { traceId } = outcome
  return (
    <div data-old={isOld} className={styles['cell']}>
      {isOld && <p className={styles['note']}>Of before the last change</p>}
      <OutcomeView
        outcome={outcome}
        help={
          'failure' in outcome && outcome.failure.needsKey ? (
            <Button onClick={() => onKey(outcome.failure.message)}>Set up the key…</Button>
          ) : undefined
        }
        actions={
          mayEdit && traceId !== undefined && !('failure' in outcome) ? (
            <button type="button" className={styles['action']} onClick={() => onSave(traceId)}>
              Save as testcase
            </button>
          ) : undefined
        }
      />
    </div>
  )
}

/** The span that a call left as its first. */
const linksOf = (outcome: Outcome | undefined): SpanLinks =>
  outcome?.traceId === undefined || outcome.spanId === undefined
    ? []
    : [{ trace_id: outcome.traceId, span_id: outcome.spanId }]

export function MatrixView({
  columns,
  rows,
  variables,
  cells,
  repeats,
  onRun,
  onLeave,
}: {
  columns: readonly Column[]
  rows: Rows
  variables: readonly string[]
  cells: ReadonlyMap<string, Cell>
  repeats: number
  /** Runs one row or one column; undefined: nothing can be run now. */
  onRun: ((only: Part) => void) | undefined
  onLeave: (row: InputRow) => void
}) {
  const [saved, setSaved] = useState<Outcome>()
  const [missed, setMissed] = useState<string>()
  const links = linksOf(saved)
  return (
    <>
      <table className={styles['matrix']} aria-label="Inputs and outputs">
        <thead>
          <tr>
            <th scope="col">Inputs</th>
            {columns.map(({ key, name, isDraft }) => (
              <th key={key} scope="col">
                <span className={styles['column']}>
                  {name}
                  {isDraft && ' · changed'}
                  {columns.length > 1 && onRun !== undefined && (
                    <IconButton
                      icon="right"
                      label={`Run ${name} alone`}
                      onClick={() => onRun({ column: key })}
                    />
                  )}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.rows.map((row, place) => (
            <tr key={row.key}>
              <InputCell
                row={row}
                place={place}
                variables={variables}
                rows={rows}
                onRun={
                  rows.rows.length > 1 && onRun !== undefined ? () => onRun({ row: row.key }) : undefined
                }
                onLeave={onLeave}
              />
              {columns.map((column) => (
                <td key={column.key} data-name={column.name}>
                  {Array.from({ length: repeats }, (_, repeat) => {
                    const cell = cells.get(cellKey(row.key, column.key, repeat))
                    return (
                      <CellView
                        // Repeats are told apart by their places.
                        key={repeat}
                        cell={cell}
                        isOld={cell?.state === 'done' && cell.of !== stampOf(column, row)}
                        onSave={() => cell?.state === 'done' && setSaved(cell.outcome)}
                        onKey={setMissed}
                      />
                    )
                  })}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <AddToTestset open={saved !== undefined} links={links} onClose={() => setSaved(undefined)} />
      <ProviderKey
        open={missed !== undefined}
        provider={missed === undefined ? undefined : providerIn(missed)}
        onClose={() => setMissed(undefined)}
      />
    </>
  )
}
