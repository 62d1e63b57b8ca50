// Above the grid: search for a text, conditions over columns, and go to a row by its number.
import * as Popover from '@radix-ui/react-popover'
import { useState, type FormEvent } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { count } from '../../ui/format.ts'
import { columnOperators, type ColumnOperator, type Condition, type GridView } from '../url-state.ts'
import { texts } from '../texts.ts'
import { textOf, valueAs, type ValueType } from '../values.ts'
import type { Finding } from './use-find.ts'
import form from '../../ui/form.module.css'
import menu from '../../ui/menu.module.css'
import styles from './find-bar.module.css'

const operatorNames: Readonly<Record<ColumnOperator, string>> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  not_contains: 'does not contain',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  exists: 'is there',
  not_exists: 'is not there',
  not_converts_to: 'does not read as',
}

/** The rest is asked by what else the page does. */
const offered = columnOperators.filter((operator) => operator !== 'not_converts_to')

const asksNothing = (operator: ColumnOperator): boolean => operator === 'exists' || operator === 'not_exists'

const conditionText = ({ column, operator, value }: Condition): string =>
  `${column} ${operatorNames[operator]}${asksNothing(operator) ? '' : ` ${textOf(value) || '“”'}`}`

interface ColumnChoice {
  readonly name: string
  readonly type: ValueType
}

function NewCondition({
  columns,
  onAdd,
}: {
  columns: readonly ColumnChoice[]
  onAdd: (condition: Condition) => void
}) {
  const [column, setColumn] = useState(columns[0]?.name ?? '')
  const [operator, setOperator] = useState<ColumnOperator>('contains')
  const [value, setValue] = useState('')
  const type = columns.find(({ name }) => name === column)?.type ?? 'string'
  const submitted = (event: FormEvent): void => {
    event.preventDefault()
    const wanted = operator.endsWith('contains') ? value : valueAs(value, type)
    onAdd({ column, operator, ...(asksNothing(operator) ? {} : { value: wanted }) })
  }
  return (
    <form className={form['form']} onSubmit={submitted}>
      <div className={form['field']}>
        <label htmlFor="condition-column">Column</label>
        <select id="condition-column" value={column} onChange={(event) => setColumn(event.target.value)}>
          {columns.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      <div className={form['field']}>
        <label htmlFor="condition-operator">Operator</label>
        <select
          id="condition-operator"
          value={operator}
          onChange={(event) =>
            setOperator(columnOperators.find((one) => one === event.target.value) ?? 'contains')
          }
        >
          {offered.map((one) => (
            <option key={one} value={one}>
              {operatorNames[one]}
            </option>
          ))}
        </select>
      </div>
      {!asksNothing(operator) && (
        <div className={form['field']}>
          <label htmlFor="condition-value">Value</label>
          <input id="condition-value" value={value} onChange={(event) => setValue(event.target.value)} />
        </div>
      )}
      <div className={form['actions']}>
        <Button type="submit" look="main" disabled={column === ''}>
          Add
        </Button>
      </div>
    </form>
  )
}

function GoTo({ rows, onRow }: { rows: number; onRow: (row: number) => void }) {
  const [value, setValue] = useState('')
  const submitted = (event: FormEvent): void => {
    event.preventDefault()
    const row = Number(value.replaceAll(/[\s,]/g, ''))
    if (Number.isInteger(row) && row >= 1) onRow(Math.min(row, rows))
    setValue('')
  }
  return (
    <form onSubmit={submitted}>
      <input
        id="go-to-row"
        className={styles['go']}
        inputMode="numeric"
        aria-label="Go to row"
        placeholder="Row…"
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
    </form>
  )
}

/** What was found, and the way through it. */
function Matches({
  finding,
  at,
  onMatch,
}: {
  finding: Finding
  /** The row under the cursor, from 0. */
  at: number
  onMatch: (position: number) => void
}) {
  const { found } = finding
  if (found === undefined) return null
  const { matches, state, searched, total } = found
  const next = matches.find(({ position }) => position > at) ?? matches[0]
  const before = matches.findLast(({ position }) => position < at) ?? matches.at(-1)
  const here = matches.findIndex(({ position }) => position === at)
  return (
    <div className={styles['matches']}>
      <span role="status">
        {count(matches.length)} {matches.length === 1 ? 'row' : 'rows'} found
        {here >= 0 && ` · ${count(here + 1)} of ${count(matches.length)}`}
        {state === 'searching' && ` · ${count(searched)} of ${count(total)} looked at`}
        {state === 'cancelled' && ` · ended at row ${count(searched)}`}
        {state === 'failed' && ` · ${texts.searchFailed}`}
      </span>
      {state === 'searching' && total > 0 && (
        <progress value={searched} max={total} aria-label="How far the search is" />
      )}
      <IconButton
        icon="up"
        label="Previous match"
        disabled={before === undefined}
        onClick={() => before !== undefined && onMatch(before.position)}
      />
      <IconButton
        icon="down"
        label="Next match"
        disabled={next === undefined}
        onClick={() => next !== undefined && onMatch(next.position)}
      />
      {state === 'searching' && (
        <Button look="quiet" onClick={finding.cancel}>
          Cancel
        </Button>
      )}
      {found.nextOffset !== undefined && state === 'done' && (
        <Button look="quiet" onClick={finding.goOn}>
          Find more
        </Button>
      )}
    </div>
  )
}

export interface FindBarProps {
  readonly view: GridView
  readonly onView: (view: GridView) => void
  readonly columns: readonly ColumnChoice[]
  readonly rows: number
  readonly cursorRow: number
  readonly finding: Finding
  readonly onRow: (row: number) => void
}

export function FindBar({ view, onView, columns, rows, cursorRow, finding, onRow }: FindBarProps) {
  const [typed, setTyped] = useState(view.find ?? '')
  const [typedOver, setTypedOver] = useState(view.find)
  if (typedOver !== view.find) {
    setTypedOver(view.find)
    setTyped(view.find ?? '')
  }
  const [adds, setAdds] = useState(false)
  const submitted = (event: FormEvent): void => {
    event.preventDefault()
    const { find: _, only: __, ...rest } = view
    onView(typed.trim() === '' ? rest : { ...rest, ...(view.only ? { only: true } : {}), find: typed.trim() })
  }
  const where = view.where ?? []
  const withWhere = (next: readonly Condition[]): void => {
    const { where: _, ...rest } = view
    onView(next.length === 0 ? rest : { ...rest, where: next })
  }
  return (
    <div className={styles['bar']}>
      <form role="search" onSubmit={submitted} className={styles['search']}>
        <input
          id="find"
          type="search"
          aria-label="Search in rows"
          placeholder="Search in rows"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            if (event.target.value === '' && view.find !== undefined) {
              const { find: _, only: __, ...rest } = view
              onView(rest)
            }
          }}
        />
      </form>
      {where.map((condition, at) => (
        <span key={JSON.stringify(condition)} className={styles['condition']}>
          {conditionText(condition)}
          <IconButton
            icon="cross"
            label={`Remove ${conditionText(condition)}`}
            onClick={() => withWhere(where.filter((_, index) => index !== at))}
          />
        </span>
      ))}
      <Popover.Root open={adds} onOpenChange={setAdds}>
        <Popover.Trigger asChild>
          <Button look="quiet" icon="filter" disabled={columns.length === 0}>
            Condition
          </Button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content className={`${menu['menu']} ${styles['popover']}`} align="start" sideOffset={4}>
            <NewCondition
              columns={columns}
              onAdd={(condition) => {
                setAdds(false)
                withWhere([...where, condition])
              }}
            />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {finding.found !== undefined && (
        <Button
          look="quiet"
          on={view.only === true}
          onClick={() => {
            const { only, row: _, open: __, ...rest } = view
            onView(only === true ? rest : { ...rest, only: true })
          }}
        >
          Only these
        </Button>
      )}
      <Matches finding={finding} at={cursorRow} onMatch={(position) => onRow(position + 1)} />
      <span className={styles['rows']}>
        <b>{count(rows)}</b> {rows === 1 ? 'row' : 'rows'}
      </span>
      <GoTo rows={rows} onRow={onRow} />
    </div>
  )
}
