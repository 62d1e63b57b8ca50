// Accepted spans that could not be stored, with their reasons and a retry.
import body from '../../app/body.module.css'
import type { Api } from '../../app/api.ts'
import { useHasRole } from '../../app/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Id } from '../../ui/copy.tsx'
import { ago, exactTime } from '../../ui/format.ts'
import { LoadedPart, useChange, usePart } from '../parts.tsx'

type Rejection = Awaited<ReturnType<Api['otlp']['queryRejections']>>['rejections'][number]

const RejectionsTable = ({ rows }: { rows: readonly Rejection[] }) => (
  <div className={body['wide']}>
    <table className={body['table']}>
      <thead>
        <tr>
          <th scope="col">Reason</th>
          <th scope="col">Receipt</th>
          <th scope="col">Received</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>{row.reason}</td>
            <td>
              <Id id={row.receipt_id} />
            </td>
            <td title={exactTime(row.received_at)}>{ago(row.received_at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

export function Rejections() {
  const canEdit = useHasRole('editor')
  const rejections = usePart(
    'rejections',
    async (api, signal) =>
      (await api.otlp.queryRejections({ windowing: { limit: 50 } }, { signal })).rejections,
  )
  const retryMutation = useChange(
    'rejections',
    (api, ids: readonly string[]) => api.otlp.retryRejections({ rejection_ids: ids }),
    'The rejected spans are queued for a retry.',
  )
  return (
    <LoadedPart query={rejections}>
      {(rows) => (
        <section className={body['card']}>
          <div className={body['row']}>
            <h2>Rejected spans</h2>
            {canEdit && rows.length > 0 && (
              <Button
                icon="refresh"
                disabled={retryMutation.isPending}
                onClick={() => retryMutation.mutate(rows.map(({ id }) => id))}
              >
                Retry all
              </Button>
            )}
          </div>
          {rows.length === 0 ? (
            <p className={body['faint']}>None. All accepted spans are stored.</p>
          ) : (
            <RejectionsTable rows={rows} />
          )}
        </section>
      )}
    </LoadedPart>
  )
}
