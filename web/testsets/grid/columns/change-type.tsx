// The dialog that changes the type of a column. It checks all values first and lists those that cannot be converted. The
// change becomes a step of the draft; a commit converts the rows.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { ColumnType } from '../../../app/conversion.ts'
import { useApi } from '../../../app/session.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { count } from '../../../ui/format.ts'
import { Progress } from '../../../ui/progress.tsx'
import type { Changes } from '../../draft/draft.ts'
import { typeChangeStep } from '../../draft/type-change.ts'
import { rowsByIdQuery, type Revision } from '../../queries.ts'
import type { Condition } from '../../url-state.ts'
import { memberOf, preview, type Json } from '../../values.ts'
import { useSearch, type Match, type SearchResult } from '../find/use-search.ts'
import type { GridColumn, TypeChange } from '../layout.ts'
import form from '../../../ui/form.module.css'
import styles from './change-type.module.css'

interface ChangeTypeProps extends TypeChange {
  readonly revision: Revision
  readonly changes: Changes
  readonly onChange: (change: TypeChange) => void
  /** Lists the rows whose values cannot be converted. */
  readonly onShow: (where: Condition) => void
  readonly onClose: () => void
}

const examplesMax = 5
const typeNames: Readonly<Record<ColumnType, string>> = {
  string: 'text',
  number: 'numbers',
  boolean: 'booleans',
  object: 'JSON objects',
  array: 'JSON arrays',
}

/** The matches whose cell the draft does not change. */
const unchangedMatches = (
  matches: readonly Match[],
  { changes, column }: { readonly changes: Changes; readonly column: string },
): readonly Match[] =>
  matches.filter(
    ({ testcaseId }) =>
      !changes.removedRows.has(testcaseId) && changes.cells.get(testcaseId)?.has(column) !== true,
  )

function CheckProgress({ result, onClose }: { result: SearchResult; onClose: () => void }) {
  return (
    <Progress
      label="Rows checked"
      message={`Checking the values: ${count(result.searchedRows)} of ${count(result.total)} rows…`}
      doneCount={result.searchedRows}
      total={result.total}
      onCancel={onClose}
    />
  )
}

function Examples({
  column,
  matches,
  draftedValues,
}: {
  column: GridColumn
  matches: readonly Match[]
  draftedValues: readonly Json[]
}) {
  const api = useApi()
  const exampleMatches = matches.slice(0, examplesMax)
  const rows = useQuery({
    ...rowsByIdQuery(
      api,
      exampleMatches.map(({ testcaseId }) => testcaseId),
    ),
    enabled: exampleMatches.length > 0,
  })
  const values = new Map(rows.data?.map(({ id, data }) => [id, memberOf(data, column.id)]))
  return (
    <ul className={styles['values']} aria-label="Values that cannot be converted">
      {exampleMatches.map(({ position, testcaseId }) => (
        <li key={position}>
          <span>Row {count(position + 1)}</span>
          <code>{preview(values.get(testcaseId))}</code>
        </li>
      ))}
      {draftedValues.slice(0, examplesMax - exampleMatches.length).map((value, index) => (
        <li key={index}>
          <span>Draft</span>
          <code>{preview(value)}</code>
        </li>
      ))}
    </ul>
  )
}

/** The search for values that cannot be converted, together with such values of the draft. */
function useUnconvertible({ column, type, revision, changes }: ChangeTypeProps) {
  const condition = useMemo(
    (): Condition => ({ column: column.id, operator: 'not_converts_to', value: type }),
    [column.id, type],
  )
  const where = useMemo(() => [condition], [condition])
  const { result } = useSearch({ revisionId: column.isNew ? undefined : revision.id, where })
  const matches = unchangedMatches(result?.matches ?? [], { changes, column: column.id })
  const draftedValues = typeChangeStep(changes, { column: column.id, type }).unconverted.map(
    ({ value }) => value,
  )
  return {
    condition,
    result,
    matches,
    draftedValues,
    total: matches.length + draftedValues.length,
    isSearchDone: result === undefined || result.state === 'done',
    /** Every row was checked, and none can be converted. */
    isNoneConvertible: result !== undefined && matches.length === result.total && !column.isNew,
  }
}

function ConfirmChange({
  change,
  unconvertible,
}: {
  change: ChangeTypeProps
  unconvertible: ReturnType<typeof useUnconvertible>
}) {
  const { column, type, onChange, onShow, onClose } = change
  const { result, matches, draftedValues, total, isNoneConvertible } = unconvertible
  const examples = <Examples column={column} matches={matches} draftedValues={draftedValues} />
  if (isNoneConvertible) {
    return (
      <div className={form['form']}>
        <p>
          None of the <b>{count(total)}</b> values can be converted to {typeNames[type]}.
        </p>
        {examples}
        <div className={form['actions']}>
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    )
  }
  return (
    <div className={form['form']}>
      <p>
        {result?.nextOffset !== undefined ? 'More than ' : ''}
        <b>{count(total)}</b> {total === 1 ? 'value' : 'values'} cannot be converted to {typeNames[type]} and{' '}
        {total === 1 ? 'stays as it is' : 'stay as they are'}. The others are converted when the draft is
        committed.
      </p>
      {examples}
      <div className={form['actions']}>
        <Button onClick={onClose}>Cancel</Button>
        {matches.length > 0 && (
          <Button onClick={() => onShow(unconvertible.condition)}>Show these rows</Button>
        )}
        <Button
          look="main"
          onClick={() => {
            onChange({ column, type })
            onClose()
          }}
        >
          Convert the others
        </Button>
      </div>
    </div>
  )
}

function CheckedChange(props: ChangeTypeProps) {
  const { column, type, onChange, onClose } = props
  const unconvertible = useUnconvertible(props)
  const isSafe = unconvertible.isSearchDone && unconvertible.total === 0
  useEffect(() => {
    if (!isSafe) return
    onChange({ column, type })
    onClose()
    // Runs once: the column does not change while the dialog is open.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isSafe])
  if (unconvertible.result?.state === 'failed') {
    return (
      <p className={form['fault']} role="alert">
        The values could not be checked. Nothing was changed.
      </p>
    )
  }
  if (!unconvertible.isSearchDone && unconvertible.result !== undefined)
    return <CheckProgress result={unconvertible.result} onClose={onClose} />
  return isSafe ? null : <ConfirmChange change={props} unconvertible={unconvertible} />
}

export function ChangeType({
  change,
  ...rest
}: Omit<ChangeTypeProps, keyof TypeChange> & { readonly change: TypeChange | undefined }) {
  return (
    <Dialog
      open={change !== undefined}
      onClose={rest.onClose}
      title={change === undefined ? '' : `Convert ${change.column.name} to ${typeNames[change.type]}`}
    >
      {change !== undefined && <CheckedChange {...rest} {...change} />}
    </Dialog>
  )
}
