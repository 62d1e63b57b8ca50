// Selects rows of a testset for a trial.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../session.tsx'
import { Failure } from '../failure.tsx'
import { preview } from '../spans/preview.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { count } from '../../ui/format.ts'
import { Skeleton } from '../../ui/notice.tsx'
import { rowsPerPage, rowsQuery, testsetsQuery, type Row } from './trial-inputs.ts'
import form from '../../ui/form.module.css'
import styles from './pickers.module.css'

interface PickerProps {
  /** Whether only one row can be selected. */
  readonly isSingle: boolean
  readonly onRows: (rows: readonly Row[]) => void
}

function RowChoices({ testsetId, isSingle, onRows }: PickerProps & { testsetId: string }) {
  const { api } = useSession()
  const [offset, setOffset] = useState(0)
  const [selectedRows, setSelectedRows] = useState<ReadonlyMap<string, Row>>(new Map())
  const page = useQuery(rowsQuery(api, testsetId, offset))
  if (page.isError) return <Failure error={page.error} retry={() => void page.refetch()} />
  if (page.data === undefined) return <Skeleton rows={6} />
  const { rows, total } = page.data
  if (total === 0) return <p className={styles['none']}>This testset has no rows.</p>
  const onToggle = (row: Row): void => {
    if (isSingle) return onRows([row])
    const next = new Map(selectedRows)
    if (!next.delete(row.id)) next.set(row.id, row)
    setSelectedRows(next)
  }
  return (
    <>
      <ul className={styles['rows']} aria-label="Rows">
        {rows.map((row, index) => (
          <li key={row.id}>
            {isSingle ? (
              <button type="button" onClick={() => onToggle(row)}>
                <b>{offset + index + 1}</b> {preview(row.data, 200)}
              </button>
            ) : (
              <label>
                <input type="checkbox" checked={selectedRows.has(row.id)} onChange={() => onToggle(row)} />
                <b>{offset + index + 1}</b> <span>{preview(row.data, 200)}</span>
              </label>
            )}
          </li>
        ))}
      </ul>
      <div className={styles['foot']}>
        <span>
          {count(offset + 1)} to {count(offset + rows.length)} of {count(total)}
        </span>
        <Button disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - rowsPerPage))}>
          Previous
        </Button>
        <Button disabled={offset + rows.length >= total} onClick={() => setOffset(offset + rowsPerPage)}>
          Next
        </Button>
        {!isSingle && (
          <Button
            look="main"
            disabled={selectedRows.size === 0}
            onClick={() => onRows([...selectedRows.values()])}
          >
            Use {selectedRows.size === 1 ? '1 row' : `${selectedRows.size} rows`}
          </Button>
        )}
      </div>
    </>
  )
}

function TestsetRows(picker: PickerProps) {
  const { api } = useSession()
  const [id, setId] = useState('')
  const query = useQuery(testsetsQuery(api))
  const testsets = query.data ?? []
  const selectedId = id === '' ? (testsets[0]?.id ?? '') : id
  if (query.isError) return <Failure error={query.error} retry={() => void query.refetch()} />
  if (query.isPending) return <Skeleton rows={6} />
  if (testsets.length === 0) return <p className={styles['none']}>This project has no testsets yet.</p>
  return (
    <>
      <div className={form['inline']}>
        <select aria-label="Testset" value={selectedId} onChange={(event) => setId(event.target.value)}>
          {testsets.map((testset) => (
            <option key={testset.id} value={testset.id}>
              {testset.name ?? testset.slug}
            </option>
          ))}
        </select>
      </div>
      <RowChoices key={selectedId} testsetId={selectedId} {...picker} />
    </>
  )
}

export function RowPicker({
  open,
  onClose,
  isSingle = false,
  onRows,
}: {
  open: boolean
  onClose: () => void
  isSingle?: boolean
  onRows: (rows: readonly Row[]) => void
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      isWide
      title={isSingle ? 'Select a row' : 'Select rows'}
      description="Rows of the newest version of a testset."
    >
      <TestsetRows
        isSingle={isSingle}
        onRows={(rows) => {
          onRows(rows)
          onClose()
        }}
      />
    </Dialog>
  )
}
