// The bar above the grid: search for a text, filter by columns, and go to a row by its number.
import * as Popover from '@radix-ui/react-popover'
import { useEffect, useState, type FormEvent, type RefObject } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { count } from '../../../ui/format.ts'
import { texts } from '../../texts.ts'
import type { Condition, GridView } from '../../url-state.ts'
import { toggleOnly, withConditions, withFind } from '../view-changes.ts'
import { conditionText, NewCondition, type ColumnChoice } from './new-condition.tsx'
import { nextMatch } from './search-state.ts'
import type { Search, SearchResult } from './use-search.ts'
import menu from '../../../ui/menu.module.css'
import styles from './find-bar.module.css'

/** Fields that shortcuts focus. */
export interface FindFields {
  readonly find: RefObject<HTMLInputElement | null>
  readonly goTo: RefObject<HTMLInputElement | null>
}

function GoToRow({
  rows,
  onRow,
  field,
}: {
  rows: number
  onRow: (row: number) => void
  field: FindFields['goTo']
}) {
  const [value, setValue] = useState('')
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const row = Number(value.replaceAll(/[\s,]/g, ''))
    if (Number.isInteger(row) && row >= 1) onRow(Math.min(row, rows))
    setValue('')
  }
  return (
    <form onSubmit={onSubmit}>
      <input
        ref={field}
        className={styles['go']}
        inputMode="numeric"
        aria-label="Go to row"
        placeholder="Go to row"
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
    </form>
  )
}

/** The number of matches, the position of the cursor among them, and the progress of the search. */
function searchStatus({ matches, state, searchedRows, total }: SearchResult, cursorRow: number): string {
  const current = matches.findIndex(({ position }) => position === cursorRow)
  return [
    `${count(matches.length)} ${matches.length === 1 ? 'row' : 'rows'} found`,
    ...(current >= 0 ? [`${count(current + 1)} of ${count(matches.length)}`] : []),
    ...(state === 'searching' ? [`${count(searchedRows)} of ${count(total)} rows searched`] : []),
    ...(state === 'cancelled' ? [`stopped at row ${count(searchedRows)}`] : []),
    ...(state === 'failed' ? [texts.searchFailed] : []),
  ].join(' · ')
}

function Matches({
  search,
  result,
  cursorRow,
  onMatch,
}: {
  search: Search
  result: SearchResult
  /** The row under the cursor, counted from 0. */
  cursorRow: number
  onMatch: (position: number) => void
}) {
  const { matches, state, searchedRows, total } = result
  const next = nextMatch(result, cursorRow)
  const previous = matches.findLast(({ position }) => position < cursorRow) ?? matches.at(-1)
  return (
    <div className={styles['matches']}>
      <output>{searchStatus(result, cursorRow)}</output>
      {state === 'searching' && total > 0 && (
        <progress value={searchedRows} max={total} aria-label="Search progress" />
      )}
      <IconButton
        icon="up"
        label="Previous match"
        disabled={previous === undefined}
        onClick={() => previous !== undefined && onMatch(previous.position)}
      />
      <IconButton
        icon="down"
        label="Next match"
        disabled={next === undefined}
        onClick={() => next !== undefined && onMatch(next.position)}
      />
      {state === 'searching' && (
        <Button look="quiet" onClick={search.cancel}>
          Cancel
        </Button>
      )}
      {result.nextOffset !== undefined && state === 'done' && (
        <Button look="quiet" onClick={search.findMore}>
          Find more
        </Button>
      )}
    </div>
  )
}

type ViewProps = Pick<FindBarProps, 'view' | 'onView'>

function SearchField({
  view,
  onView,
  field,
  onSearch,
}: ViewProps & { field: FindFields['find']; onSearch: (text: string) => void }) {
  const [text, setText] = useState(view.find ?? '')
  const [textInUrl, setTextInUrl] = useState(view.find)
  if (textInUrl !== view.find) {
    setTextInUrl(view.find)
    setText(view.find ?? '')
  }
  return (
    <search>
      <form
        className={styles['search']}
        onSubmit={(event) => {
          event.preventDefault()
          onView(withFind(view, text))
          onSearch(text)
        }}
      >
        <input
          ref={field}
          type="search"
          aria-label="Search in rows"
          placeholder="Search in rows"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            if (event.target.value === '' && view.find !== undefined) onView(withFind(view, ''))
          }}
        />
      </form>
    </search>
  )
}

function Conditions({ view, onView, columns }: ViewProps & Pick<FindBarProps, 'columns'>) {
  const [isAdding, setIsAdding] = useState(false)
  const conditions = view.where ?? []
  const onConditions = (next: readonly Condition[]): void => onView(withConditions(view, next))
  return (
    <>
      {conditions.map((condition, conditionIndex) => (
        <span key={JSON.stringify(condition)} className={styles['condition']}>
          {conditionText(condition)}
          <IconButton
            icon="cross"
            label={`Remove ${conditionText(condition)}`}
            onClick={() => onConditions(conditions.filter((_, index) => index !== conditionIndex))}
          />
        </span>
      ))}
      <Popover.Root open={isAdding} onOpenChange={setIsAdding}>
        <Popover.Trigger asChild>
          <Button look="quiet" icon="filter" disabled={columns.length === 0}>
            Add filter
          </Button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content className={`${menu['menu']} ${styles['popover']}`} align="start" sideOffset={4}>
            <NewCondition
              columns={columns}
              onAdd={(condition) => {
                setIsAdding(false)
                onConditions([...conditions, condition])
              }}
            />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </>
  )
}

export interface FindBarProps {
  readonly view: GridView
  readonly onView: (view: GridView) => void
  readonly columns: readonly ColumnChoice[]
  readonly rows: number
  readonly cursorRow: number
  readonly search: Search
  readonly fields: FindFields
  /** The row is counted from 1. */
  readonly onRow: (row: number) => void
  /** Goes to the row without a change of the focus. */
  readonly onShowRow: (row: number) => void
}

/** Enter in the search goes to the next match, as soon as there is one. */
function useJump({ view, cursorRow, search, onShowRow }: FindBarProps): (text: string) => void {
  const [pendingText, setPendingText] = useState<string>()
  const { result } = search
  const match =
    pendingText === undefined || pendingText !== view.find ? undefined : nextMatch(result, cursorRow)
  useEffect(() => {
    if (match !== undefined) {
      setPendingText(undefined)
      onShowRow(match.position + 1)
    } else if (result?.state === 'done') setPendingText(undefined)
    // Runs when the first match arrives.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [match?.position, result?.state])
  return (text) => {
    const next = text === view.find ? nextMatch(result, cursorRow) : undefined
    if (next === undefined) setPendingText(text === '' ? undefined : text)
    else onShowRow(next.position + 1)
  }
}

export function FindBar(props: FindBarProps) {
  const { view, onView, columns, rows, cursorRow, search, fields, onRow } = props
  const onSearch = useJump(props)
  return (
    <div className={styles['bar']}>
      <SearchField view={view} onView={onView} field={fields.find} onSearch={onSearch} />
      <Conditions view={view} onView={onView} columns={columns} />
      {search.result !== undefined && (
        <>
          <Button look="quiet" isPressed={view.only === true} onClick={() => onView(toggleOnly(view))}>
            Only matches
          </Button>
          <Matches
            search={search}
            result={search.result}
            cursorRow={cursorRow}
            onMatch={(position) => onRow(position + 1)}
          />
        </>
      )}
      <span className={styles['rows']}>
        <b>{count(rows)}</b> {rows === 1 ? 'row' : 'rows'}
      </span>
      <GoToRow rows={rows} onRow={onRow} field={fields.goTo} />
    </div>
  )
}
