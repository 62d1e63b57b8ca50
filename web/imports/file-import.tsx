// Files of one source: given, read in a dry run, looked at, brought.
import { useEffect, useState } from 'react'
import body from '../app/body.module.css'
import { useSession } from '../app/session.tsx'
import { Button } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { DropHint } from '../ui/forms/drop-zone.tsx'
import { count } from '../ui/format.ts'
import { useDrop } from '../ui/forms/use-drop.ts'
import form from '../ui/form.module.css'
import { ChooseFiles, GivenFiles } from './choose-files.tsx'
import { droppedFiles } from './select-files.ts'
import { toldOf, type Job } from './job.ts'
import type { Failed, GivenFile } from './messages.ts'
import { ReceiptsView } from './receipts-view.tsx'
import { Faults, ReportView } from './report-view.tsx'
import { useImport } from './use-import.ts'
import styles from './imports.module.css'

function Progress({ job, onCancel }: { job: Job; onCancel: () => void }) {
  if (job.stage !== 'reading' && job.stage !== 'bringing') return null
  const total = job.stage === 'bringing' && !job.isRead ? toldOf(job.report) : undefined
  const words =
    job.stage === 'reading'
      ? `Reading the files: ${count(job.told)} so far. Nothing is written.`
      : job.isRead
        ? 'Everything is read. Sending the rest, and waiting until the server has stored it…'
        : `Importing: ${count(job.told)} of ${count(total)}. Stay on this page until it is done.`
  return (
    <section className={styles['progress']} aria-label="Progress">
      <span role="status">{words}</span>
      <progress
        aria-label="How far it is"
        {...(total === undefined ? {} : { value: job.told, max: total })}
      />
      <Button onClick={onCancel}>Cancel</Button>
    </section>
  )
}

function FailedView({ failed }: { failed: Failed }) {
  return (
    <div className={form['fault']} role="alert">
      <p>{failed.sentence} What was sent stays; importing again sends the rest and adds nothing twice.</p>
      {failed.requestId !== undefined && (
        <p>
          Request <Id id={failed.requestId} whole />
        </p>
      )}
    </div>
  )
}

const cancelledWords = ({ report }: { readonly report: unknown }): string =>
  report === undefined
    ? 'Cancelled. Nothing was written.'
    : 'Cancelled. What was sent stays; importing again sends the rest and adds nothing twice.'

/** What can be done next, once nothing runs. */
function Actions({ job, onBring, onRead }: { job: Job; onBring: () => void; onRead: () => void }) {
  if (job.stage === 'empty' || job.stage === 'reading' || job.stage === 'bringing') return null
  const { report } = job
  return (
    <div className={body['row']}>
      {report === undefined ? (
        <Button look="main" icon="refresh" onClick={onRead}>
          Read again
        </Button>
      ) : (
        <Button
          look={job.stage === 'brought' ? 'plain' : 'main'}
          icon="download"
          disabled={toldOf(report) === 0}
          onClick={onBring}
        >
          {job.stage === 'read' ? 'Import' : 'Import again'}
        </Button>
      )}
      {job.stage === 'read' && <span className={body['faint']}>Nothing was written yet.</span>}
    </div>
  )
}

export function FileImport({
  source,
  how,
  onBusy,
}: {
  source: string
  how: string
  onBusy: (busy: boolean) => void
}) {
  const { session } = useSession()
  const [files, setFiles] = useState<readonly GivenFile[]>([])
  const { job, read, bring, cancel, forget } = useImport(source)
  const busy = job.stage === 'reading' || job.stage === 'bringing'
  useEffect(() => {
    onBusy(busy)
    return () => onBusy(false)
  }, [busy, onBusy])
  const [fault, setFault] = useState<string>()
  const given = async (asked: Promise<readonly GivenFile[]>): Promise<void> => {
    try {
      const found = await asked
      setFault(found.length === 0 ? 'There are no files in that.' : undefined)
      if (found.length === 0) return
      setFiles(found)
      read(found)
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    }
  }
  // Also while something runs: the browser would go to the file instead.
  const over = useDrop(true, (data) => {
    if (!busy) void given(droppedFiles(data))
  })
  const dropped = (
    <>
      {fault !== undefined && (
        <p className={form['fault']} role="alert">
          {fault}
        </p>
      )}
      <DropHint over={over && !busy} text="Drop to read it" />
    </>
  )
  if (job.stage === 'empty') {
    return (
      <>
        <ChooseFiles how={how} onGiven={(next) => void given(next)} />
        {dropped}
      </>
    )
  }
  return (
    <>
      <GivenFiles files={files} onOther={busy ? undefined : forget} />
      {dropped}
      <Progress job={job} onCancel={cancel} />
      {job.stage === 'failed' && <FailedView failed={job.failed} />}
      {job.stage === 'cancelled' && <p role="status">{cancelledWords(job)}</p>}
      {job.stage === 'brought' && (
        <ReceiptsView report={job.report} delivered={job.delivered} project={session.project.slug} />
      )}
      <Actions job={job} onBring={() => bring(files)} onRead={() => read(files)} />
      {job.stage === 'read' && <ReportView report={job.report} />}
      {job.stage === 'brought' && <Faults {...job.report} isDone />}
    </>
  )
}
