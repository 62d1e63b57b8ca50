// Selects a trace whose inputs are used for a trial: a recent one, or one by id.
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useSession } from '../session.tsx'
import { Failure } from '../failure.tsx'
import { previewOfText } from '../spans/preview.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ago, exactTime } from '../../ui/format.ts'
import { Skeleton } from '../../ui/notice.tsx'
import { recentQuery } from './trial-inputs.ts'
import form from '../../ui/form.module.css'
import styles from './pickers.module.css'

const plainId = (id: string): string => id.trim().replace(/^0x/i, '').replaceAll('-', '').toLowerCase()

function Traces({ onTrace }: { onTrace: (traceId: string) => void }) {
  const { api } = useSession()
  const [text, setText] = useState('')
  const recentTraces = useQuery(recentQuery(api))
  const id = plainId(text)
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (/^[0-9a-f]{32}$/.test(id)) onTrace(id)
  }
  return (
    <>
      <form className={form['inline']} onSubmit={onSubmit}>
        <input
          aria-label="Trace id"
          placeholder="Trace id"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" look="main" disabled={!/^[0-9a-f]{32}$/.test(id)}>
          Use trace
        </Button>
      </form>
      {recentTraces.isError ? (
        <Failure error={recentTraces.error} retry={() => void recentTraces.refetch()} />
      ) : recentTraces.data === undefined ? (
        <Skeleton rows={6} />
      ) : recentTraces.data.length === 0 ? (
        <p className={styles['none']}>This project has no traces yet.</p>
      ) : (
        <ul className={styles['rows']} aria-label="Newest traces">
          {recentTraces.data.map((span) => (
            <li key={span.trace_id}>
              <button type="button" onClick={() => onTrace(span.trace_id)}>
                <b>{span.span_name}</b> <span>{previewOfText(span.preview?.inputs)}</span>
                <small title={exactTime(span.start_time)}>{ago(span.start_time)}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export function TracePicker({
  open,
  onClose,
  onTrace,
}: {
  open: boolean
  onClose: () => void
  onTrace: (traceId: string) => void
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      isWide
      title="Select a trace"
      description="The trial uses the inputs of the trace."
    >
      <Traces
        onTrace={(traceId) => {
          onTrace(traceId)
          onClose()
        }}
      />
    </Dialog>
  )
}
