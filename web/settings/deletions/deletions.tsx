// web/settings/deletions: deletion of all traces of a user or a session, or of all that match a filter.
// new-deletion.tsx is the form; this file lists the jobs with their progress and receipts.
// Imports web/app, web/ui and the hooks of the settings. Start here.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Api } from '../../app/api.ts'
import body from '../../app/body.module.css'
import { useHasRole, useKeyNames, useSession } from '../../app/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ago, count, exactTime } from '../../ui/format.ts'
import { membersOf } from '../../ui/records.ts'
import { LoadedPart, usePart } from '../parts.tsx'
import { NewDeletion } from './new-deletion.tsx'

type Job = Awaited<ReturnType<Api['deletions']['list']>>['deletions'][number]
type Receipt = NonNullable<Job['receipt']>
const receiptParts = ['inbox', 'summaries', 'disk', 'testsets', 'backups'] as const
const pollMs = 2000
const isUnfinished = ({ status }: Job): boolean => status === 'waiting' || status === 'running'

/** The filter of a job as text. The filter is shown as JSON while the server translates it, and if the server cannot. */
function JobFilter({ filtering }: { filtering: object }) {
  const { api } = useSession()
  const tree = JSON.stringify(filtering)
  const text = useQuery({
    queryKey: [api.projectId, 'filter of a deletion', tree],
    queryFn: ({ signal }) => api.spans.translateFilter({ filtering, focus: 'trace' }, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return <code>{text.data?.filter ?? tree}</code>
}

function JobSubject({ request }: Pick<Job, 'request'>) {
  const { user_id: user, session_id: session, filtering } = request
  if (typeof user === 'string') return `User ${user}`
  if (typeof session === 'string') return `Session ${session}`
  return <JobFilter filtering={membersOf(filtering)} />
}

function JobRow({ job, author, onReceipt }: { job: Job; author: string; onReceipt: () => void }) {
  const { erased, receipt } = job
  return (
    <tr>
      <td>
        <time title={exactTime(job.created_at)}>{ago(job.created_at)}</time>
      </td>
      <td>{author}</td>
      <td>
        <JobSubject request={job.request} />
        {job.error !== undefined && <p className={body['bad']}>{job.error}</p>}
      </td>
      <td className={job.status === 'failed' ? body['bad'] : undefined}>{job.status}</td>
      <td data-align="right">{count(erased.traces)}</td>
      <td data-align="right">{count(erased.spans)}</td>
      <td data-align="right">{receipt !== undefined && <Button onClick={onReceipt}>Receipt</Button>}</td>
    </tr>
  )
}

function JobTable({ jobs }: { jobs: readonly Job[] }) {
  const names = useKeyNames()
  const [receipt, setReceipt] = useState<Receipt>()
  if (jobs.length === 0) return <p className={body['faint']}>No deletions yet.</p>
  return (
    <div className={body['wide']}>
      <table className={body['table']}>
        <thead>
          <tr>
            {['When', 'By', 'Deleted', 'Status'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {['Traces', 'Spans', 'Receipt'].map((name) => (
              <th key={name} scope="col" data-align="right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <JobRow
              key={job.id}
              job={job}
              author={names.get(job.created_by_id) ?? 'unknown'}
              onReceipt={() => setReceipt(job.receipt)}
            />
          ))}
        </tbody>
      </table>
      <Dialog open={receipt !== undefined} onClose={() => setReceipt(undefined)} title="Receipt">
        <ul className={body['list']}>
          {receiptParts.map((part) => (
            <li key={part}>{receipt?.[part]}</li>
          ))}
        </ul>
      </Dialog>
    </div>
  )
}

export function DeletionsPart() {
  const canDelete = useHasRole('editor')
  const jobs = usePart<readonly Job[]>(
    'deletions',
    async (api, signal) => (await api.deletions.list({ signal })).deletions,
    (deletions) => (deletions?.some(isUnfinished) === true ? pollMs : false),
  )
  return (
    <>
      {canDelete && <NewDeletion />}
      <LoadedPart query={jobs}>
        {(deletions) => (
          <section className={body['card']}>
            <h2>Deletions</h2>
            <JobTable jobs={deletions} />
          </section>
        )}
      </LoadedPart>
    </>
  )
}
