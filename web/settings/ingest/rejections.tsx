// Spans that were accepted and could not be stored: why, and once more.
import body from '../../app/body.module.css'
import { useHasRole } from '../../app/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Id } from '../../ui/copy.tsx'
import { ago, exactTime } from '../../ui/format.ts'
import { Asked, useChange, usePart } from '../parts.tsx'

export function Rejections() {
  const mayEdit = useHasRole('editor')
  const rejections = usePart(
    'rejections',
    async (api, signal) =>
      (await api.otlp.queryRejections({ windowing: { limit: 50 } }, { signal })).rejections,
  )
  const retry = useChange(
    'rejections',
    (api, ids: readonly string[]) => api.otlp.retryRejections({ rejection_ids: ids }),
    'They were put through again.',
  )
  return (
    <Asked asked={rejections}>
      {(rows) => (
        <section className={body['card']}>
          <div className={body['row']}>
            <h2>Rejected spans</h2>
            {mayEdit && rows.length > 0 && (
              <Button
                icon="refresh"
                disabled={retry.isPending}
                onClick={() => retry.mutate(rows.map(({ id }) => id))}
              >
                Try all again
              </Button>
            )}
          </div>
          {rows.length === 0 ? (
            <p className={body['faint']}>None. Every span that was accepted is stored.</p>
          ) : (
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
          )}
        </section>
      )}
    </Asked>
  )
}
