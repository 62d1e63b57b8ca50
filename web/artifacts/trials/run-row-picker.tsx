// Selects a row of a run for a trial: its output, inputs and testcase.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from '../../app/failure.tsx'
import { useSession } from '../../app/session.tsx'
import { previewOfText } from '../../app/spans/preview.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ago } from '../../ui/format.ts'
import { Skeleton } from '../../ui/notice.tsx'
import type { TrialSource } from '../url-state.ts'
import { runChoicesQuery, runRowsQuery, type RunChoice } from './run-queries.ts'
import form from '../../ui/form.module.css'
import styles from '../../app/trials/pickers.module.css'

interface PickerProps {
  readonly onSource: (source: TrialSource) => void
}

function RunRows({ run, onSource }: PickerProps & { run: RunChoice }) {
  const { api } = useSession()
  const [pages, setPages] = useState<readonly { readonly offset: number; readonly cursor?: object }[]>([
    { offset: 0 },
  ])
  const page = useQuery(runRowsQuery(api, { run, offset: 0, ...pages.at(-1) }))
  if (page.isError) return <Failure error={page.error} retry={() => void page.refetch()} />
  if (page.data === undefined) return <Skeleton rows={6} />
  const { rows, next } = page.data
  return (
    <>
      {rows.length === 0 ? (
        <p className={styles['none']}>No row has an output yet.</p>
      ) : (
        <ul className={styles['rows']} aria-label="Rows">
          {rows.map(({ number, subject, source, preview }) => (
            <li key={`${number} ${source.trace}`}>
              <button type="button" onClick={() => onSource(source)}>
                <b>{number}</b>
                <span>
                  {previewOfText(preview?.inputs)} → {previewOfText(preview?.outputs)}
                </span>
                {subject !== undefined && <small>{subject}</small>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {(pages.length > 1 || next !== undefined) && (
        <div className={styles['foot']}>
          <Button disabled={pages.length === 1} onClick={() => setPages(pages.slice(0, -1))}>
            Previous
          </Button>
          <Button disabled={next === undefined} onClick={() => next && setPages([...pages, next])}>
            Next
          </Button>
        </div>
      )}
    </>
  )
}

function Runs({ onSource }: PickerProps) {
  const { api } = useSession()
  const [id, setId] = useState('')
  const runs = useQuery(runChoicesQuery(api))
  if (runs.isError) return <Failure error={runs.error} retry={() => void runs.refetch()} />
  if (runs.data === undefined) return <Skeleton rows={6} />
  const run = runs.data.find((one) => one.id === id) ?? runs.data[0]
  if (run === undefined) return <p className={styles['none']}>This project has no runs yet.</p>
  return (
    <>
      <div className={form['inline']}>
        <select aria-label="Run" value={run.id} onChange={(event) => setId(event.target.value)}>
          {runs.data.map(({ id: runId, name, at }) => (
            <option key={runId} value={runId}>
              {name}, {ago(at)}
            </option>
          ))}
        </select>
      </div>
      <RunRows key={run.id} run={run} onSource={onSource} />
    </>
  )
}

export function RunRowPicker({
  open,
  onClose,
  onSource,
}: PickerProps & { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      isWide
      title="Select a row of a run"
      description="The trial uses the output, the inputs and the testcase of the row."
    >
      <Runs
        onSource={(source) => {
          onSource(source)
          onClose()
        }}
      />
    </Dialog>
  )
}
