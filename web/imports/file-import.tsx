// The import of files of one source: selection, dry run, review, import.
import { useEffect, useState } from 'react'
import body from '../app/body.module.css'
import { useSession } from '../app/session.tsx'
import { Button } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { DropHint } from '../ui/forms/drop-zone.tsx'
import { count } from '../ui/format.ts'
import { useDrop } from '../ui/forms/use-drop.ts'
import form from '../ui/form.module.css'
import { ChooseFiles, SelectedFiles } from './choose-files.tsx'
import { droppedFiles } from './select-files.ts'
import { recordsOf, type Job } from './job.ts'
import type { ImportFailure, SelectedFile } from './messages.ts'
import { ReceiptsView } from './receipts-view.tsx'
import { Accounting, UnreadableRecords, ReportView } from './report-view.tsx'
import { useImport } from './use-import.ts'
import styles from './imports.module.css'

function Progress({ job, onCancel }: { job: Job; onCancel: () => void }) {
  if (job.stage !== 'reading' && job.stage !== 'importing') return null
  const total = job.stage === 'importing' && !job.isRead ? recordsOf(job.report) : undefined
  const message =
    job.stage === 'reading'
      ? `Reading the files: ${count(job.records)} so far. Nothing is written.`
      : job.isRead
        ? 'All files are read. Uploading the rest and waiting until the server has stored it…'
        : `Importing: ${count(job.records)} of ${count(total)}. Stay on this page until it is done.`
  return (
    <section className={styles['progress']} aria-label="Progress">
      <output>{message}</output>
      <progress aria-label="Progress" {...(total === undefined ? {} : { value: job.records, max: total })} />
      <Button onClick={onCancel}>Cancel</Button>
    </section>
  )
}

function FailedView({ failure }: { failure: ImportFailure }) {
  return (
    <div className={form['fault']} role="alert">
      <p>{failure.message} Uploaded records stay. Import again to upload the rest; nothing is duplicated.</p>
      {failure.requestId !== undefined && (
        <p>
          Request <Id id={failure.requestId} isFull />
        </p>
      )}
    </div>
  )
}

const cancellationText = ({ report }: { readonly report: unknown }): string =>
  report === undefined
    ? 'Cancelled. Nothing was written.'
    : 'Cancelled. Uploaded records stay. Import again to upload the rest; nothing is duplicated.'

/** The next actions while no work runs. */
function Actions({ job, onImport, onRead }: { job: Job; onImport: () => void; onRead: () => void }) {
  if (job.stage === 'empty' || job.stage === 'reading' || job.stage === 'importing') return null
  const { report } = job
  return (
    <div className={body['row']}>
      {report === undefined ? (
        <Button look="main" icon="refresh" onClick={onRead}>
          Read again
        </Button>
      ) : (
        <Button
          look={job.stage === 'imported' ? 'plain' : 'main'}
          icon="download"
          disabled={recordsOf(report) === 0}
          onClick={onImport}
        >
          {job.stage === 'previewed' ? 'Import' : 'Import again'}
        </Button>
      )}
      {job.stage === 'previewed' && <span className={body['faint']}>Nothing was written yet.</span>}
    </div>
  )
}

export function FileImport({
  source,
  instructions,
  onBusy,
}: {
  source: string
  instructions: string
  onBusy: (isBusy: boolean) => void
}) {
  const { session } = useSession()
  const [files, setFiles] = useState<readonly SelectedFile[]>([])
  const { job, read, startImport, cancel, reset } = useImport(source)
  const isBusy = job.stage === 'reading' || job.stage === 'importing'
  useEffect(() => {
    onBusy(isBusy)
    return () => onBusy(false)
  }, [isBusy, onBusy])
  const [error, setError] = useState<string>()
  const onFiles = async (selection: Promise<readonly SelectedFile[]>): Promise<void> => {
    try {
      const files = await selection
      setError(files.length === 0 ? 'No files found.' : undefined)
      if (files.length === 0) return
      setFiles(files)
      read(files)
    } catch (error) {
      setError(error instanceof Error ? error.message : String(error))
    }
  }
  // Enabled during an import, too: otherwise the browser would open a dropped file.
  const isOver = useDrop(true, (data) => {
    if (!isBusy) void onFiles(droppedFiles(data))
  })
  const dropState = (
    <>
      {error !== undefined && (
        <p className={form['fault']} role="alert">
          {error}
        </p>
      )}
      <DropHint isOver={isOver && !isBusy} text="Drop to read the files" />
    </>
  )
  if (job.stage === 'empty') {
    return (
      <>
        <ChooseFiles instructions={instructions} onFiles={(next) => void onFiles(next)} />
        {dropState}
      </>
    )
  }
  return (
    <>
      <SelectedFiles files={files} onOther={isBusy ? undefined : reset} />
      {dropState}
      <Progress job={job} onCancel={cancel} />
      {job.stage === 'failed' && <FailedView failure={job.failure} />}
      {job.stage === 'cancelled' && <output>{cancellationText(job)}</output>}
      {job.stage === 'imported' && (
        <ReceiptsView report={job.report} delivered={job.delivered} project={session.project.slug} />
      )}
      <Actions job={job} onImport={() => startImport(files)} onRead={() => read(files)} />
      {job.stage === 'previewed' && <ReportView report={job.report} />}
      {job.stage === 'imported' && (
        <>
          <UnreadableRecords {...job.report} isDone />
          <Accounting report={job.report} />
        </>
      )}
    </>
  )
}
