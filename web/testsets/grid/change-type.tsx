// A column is to get another type: its values are looked at first, all of them, and what does not read as the type is shown
// before anything happens. What is agreed on is a step of the draft; the rows are converted when that is committed.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { ColumnType } from '../../app/conversion.ts'
import { useApi } from '../../app/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { count } from '../../ui/format.ts'
import { Progress } from '../../ui/progress.tsx'
import type { Changes } from '../draft/draft.ts'
import { typingOf } from '../draft/type-change.ts'
import { foundPageQuery, type Revision } from '../queries.ts'
import type { Condition } from '../url-state.ts'
import { memberOf, preview, type Json } from '../values.ts'
import type { GridColumn } from './layout.ts'
import { useFind, type Found, type Match } from './use-find.ts'
import form from '../../ui/form.module.css'
import styles from './change-type.module.css'

export interface Meant {
  readonly column: GridColumn
  readonly type: ColumnType
}

interface ChangeTypeProps extends Meant {
  readonly revision: Revision
  readonly changes: Changes
  readonly onTyped: (meant: Meant) => void
  /** Shows the rows whose values would stay. */
  readonly onShow: (where: Condition) => void
  readonly onClose: () => void
}

const shownMax = 5
const manyNames: Readonly<Record<ColumnType, string>> = {
  string: 'text',
  number: 'numbers',
  boolean: 'true or false',
  object: 'JSON objects',
  array: 'JSON lists',
}

/** Those that the draft says nothing else about. */
const ofBase = (matches: readonly Match[], changes: Changes, column: string): readonly Match[] =>
  matches.filter(
    ({ testcaseId }) =>
      !changes.removed.has(testcaseId) && changes.cells.get(testcaseId)?.has(column) !== true,
  )

function Looking({ found, onClose }: { found: Found; onClose: () => void }) {
  return (
    <Progress
      label="How far the rows are"
      words={`Looking at the values: ${count(found.searched)} of ${count(found.total)} rows…`}
      done={found.searched}
      total={found.total}
      onCancel={onClose}
    />
  )
}

function Examples({
  column,
  matches,
  drafted,
}: {
  column: GridColumn
  matches: readonly Match[]
  drafted: readonly Json[]
}) {
  const api = useApi()
  const first = matches.slice(0, shownMax)
  const rows = useQuery({
    ...foundPageQuery(
      api,
      first.map(({ testcaseId }) => testcaseId),
    ),
    enabled: first.length > 0,
  })
  const values = new Map(rows.data?.map(({ id, data }) => [id, memberOf(data, column.id)]))
  return (
    <ul className={styles['values']} aria-label="Values that stay as they are">
      {first.map(({ position, testcaseId }) => (
        <li key={position}>
          <span>Row {count(position + 1)}</span>
          <code>{preview(values.get(testcaseId))}</code>
        </li>
      ))}
      {drafted.slice(0, shownMax - first.length).map((value, at) => (
        <li key={at}>
          <span>In the draft</span>
          <code>{preview(value)}</code>
        </li>
      ))}
    </ul>
  )
}

function Asking(props: ChangeTypeProps) {
  const { column, type, revision, changes, onTyped, onShow, onClose } = props
  const condition = useMemo(
    (): Condition => ({ column: column.id, operator: 'not_converts_to', value: type }),
    [column.id, type],
  )
  const where = useMemo(() => [condition], [condition])
  const { found } = useFind(column.isNew ? undefined : revision.id, undefined, where)
  const matches = ofBase(found?.matches ?? [], changes, column.id)
  const drafted = typingOf(changes, column.id, type).left.map(({ value }) => value)
  const left = matches.length + drafted.length
  const isSeen = found === undefined || found.state === 'done'
  const isAgreed = isSeen && left === 0
  useEffect(() => {
    if (!isAgreed) return
    onTyped({ column, type })
    onClose()
    // Once: what is agreed on does not change under the dialog.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isAgreed])
  if (found?.state === 'failed') {
    return (
      <p className={form['fault']} role="alert">
        The values could not be looked at. Nothing was changed.
      </p>
    )
  }
  if (!isSeen) return <Looking found={found} onClose={onClose} />
  if (isAgreed) return null
  const more = found?.nextOffset !== undefined
  // Every row was looked at, and every one stays.
  const none = found !== undefined && matches.length === found.total && !column.isNew
  if (none) {
    return (
      <div className={form['form']}>
        <p>
          None of the <b>{count(left)}</b> values reads as {manyNames[type]}: all of them would stay as they
          are.
        </p>
        <Examples column={column} matches={matches} drafted={drafted} />
        <div className={form['actions']}>
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    )
  }
  return (
    <div className={form['form']}>
      <p>
        {more ? 'More than ' : ''}
        <b>{count(left)}</b> {left === 1 ? 'value does' : 'values do'} not read as {manyNames[type]}, and{' '}
        {left === 1 ? 'stays as it is' : 'stay as they are'}. The others become {manyNames[type]} when the
        draft is committed.
      </p>
      <Examples column={column} matches={matches} drafted={drafted} />
      <div className={form['actions']}>
        <Button onClick={onClose}>Cancel</Button>
        {matches.length > 0 && <Button onClick={() => onShow(condition)}>Show these rows</Button>}
        <Button
          look="main"
          onClick={() => {
            onTyped({ column, type })
            onClose()
          }}
        >
          Change the others
        </Button>
      </div>
    </div>
  )
}

export function ChangeType({
  meant,
  ...rest
}: Omit<ChangeTypeProps, keyof Meant> & { readonly meant: Meant | undefined }) {
  return (
    <Dialog
      open={meant !== undefined}
      onClose={rest.onClose}
      title={meant === undefined ? '' : `${meant.column.name}: ${manyNames[meant.type]}`}
    >
      {meant !== undefined && <Asking {...rest} {...meant} />}
    </Dialog>
  )
}
