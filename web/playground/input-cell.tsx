// The inputs of a row: fields for a typed row, else the values of a testcase or a trace.
import { Button, IconButton } from '../ui/button.tsx'
import { ContentView } from '../ui/content/content-view.tsx'
import type { InputRow } from './matrix.ts'
import type { Rows } from './rows.ts'
import styles from './playground.module.css'

const sourceNames = { typed: 'Typed', testcase: 'Testset', trace: 'Trace' } as const

export function InputCell({
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
  /** Runs the row; undefined: the row cannot be run alone. */
  onRun: (() => void) | undefined
  /** Removes the row from the URL. */
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
