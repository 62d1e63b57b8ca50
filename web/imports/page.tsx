// Import: choose where it comes from, give the files, look at what would be made, then bring it.
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { fileSources } from '../../importers/words.ts'
import body from '../app/body.module.css'
import { PageHead } from '../app/page.tsx'
import { useMay, useSigned } from '../app/session.tsx'
import { Button } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { count } from '../ui/format.ts'
import { Notice } from '../ui/notice.tsx'
import form from '../ui/form.module.css'
import { ChooseFiles, GivenFiles } from './choose-files.tsx'
import { CommandOnly } from './command-only.tsx'
import { toldOf, type Job } from './job.ts'
import type { Failed, GivenFile } from './messages.ts'
import { ReceiptsView } from './receipts-view.tsx'
import { Faults, ReportView } from './report-view.tsx'
import { SourceList } from './source-list.tsx'
import { useImport } from './use-import.ts'
import styles from './imports.module.css'

const route = getRouteApi('/p/$project/import')

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

function FileImport({
  source,
  how,
  onBusy,
}: {
  source: string
  how: string
  onBusy: (busy: boolean) => void
}) {
  const { session } = useSigned()
  const [files, setFiles] = useState<readonly GivenFile[]>([])
  const { job, read, bring, cancel, forget } = useImport(source)
  const busy = job.stage === 'reading' || job.stage === 'bringing'
  useEffect(() => {
    onBusy(busy)
    return () => onBusy(false)
  }, [busy, onBusy])
  if (job.stage === 'empty') {
    return (
      <ChooseFiles
        how={how}
        onFiles={(next) => {
          setFiles(next)
          read(next)
        }}
      />
    )
  }
  return (
    <>
      <GivenFiles files={files} onOther={busy ? undefined : forget} />
      <Progress job={job} onCancel={cancel} />
      {job.stage === 'failed' && <FailedView failed={job.failed} />}
      {job.stage === 'cancelled' && <p role="status">{cancelledWords(job)}</p>}
      {job.stage === 'brought' && (
        <ReceiptsView report={job.report} delivered={job.delivered} project={session.project.slug} />
      )}
      <Actions job={job} onBring={() => bring(files)} onRead={() => read(files)} />
      {job.stage === 'read' && <ReportView report={job.report} />}
      {job.stage === 'brought' && <Faults {...job.report} />}
    </>
  )
}

function Chosen({ source, onBusy }: { source: string; onBusy: (busy: boolean) => void }) {
  const words = fileSources.find((one) => one.source === source)
  if (source === 'agenta') return <CommandOnly />
  if (words === undefined) return <p className={body['faint']}>No such source: choose one of those above.</p>
  // Of another source nothing is kept.
  return <FileImport key={source} source={source} how={words.how} onBusy={onBusy} />
}

export function ImportPage() {
  const { source } = route.useSearch()
  const { session } = useSigned()
  const navigate = useNavigate()
  const mayImport = useMay('editor')
  const [busy, setBusy] = useState(false)
  return (
    <>
      <PageHead title="Import" />
      {mayImport ? (
        <div className={`${body['body']} ${styles['page']}`}>
          <SourceList
            chosen={source}
            disabled={busy}
            onChosen={(next) =>
              void navigate({
                to: '/p/$project/import',
                params: { project: session.project.slug },
                search: { source: next },
                replace: true,
              })
            }
          />
          {source !== undefined && <Chosen source={source} onBusy={setBusy} />}
        </div>
      ) : (
        <Notice icon="key" title="An editor’s key is needed to import">
          <p>
            Your key may look at this project, not write to it. Sign in with a key of role editor or admin.
          </p>
        </Notice>
      )}
    </>
  )
}
