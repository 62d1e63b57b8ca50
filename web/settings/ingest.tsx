// Ingest: whether what was sent is stored, what waits, what was refused and why; receipts by id.
import { useState, type FormEvent } from 'react'
import body from '../app/body.module.css'
import { useApi, useMay } from '../app/session.tsx'
import { sayFailure } from '../app/toasts.tsx'
import { Button } from '../ui/button.tsx'
import { Chart } from '../ui/chart.tsx'
import { Id } from '../ui/copy.tsx'
import { ago, bytes, count, exactTime, shortCount } from '../ui/format.ts'
import { JsonView } from '../ui/json-view.tsx'
import { Asked, useChange, usePart } from './parts.tsx'
import form from '../ui/form.module.css'
import styles from './page.module.css'
import { typedIn } from '../ui/typed-in.ts'

type Health = Awaited<ReturnType<ReturnType<typeof useApi>['otlp']['health']>>

const seconds = (text: string): number => Date.parse(text) / 1000

function Rates({ minutes }: { minutes: Health['minutes'] }) {
  const newest = Date.now() / 1000
  return (
    <section className={body['card']}>
      <h2>Spans per minute, last hour</h2>
      <Chart
        name="Spans per minute: received and stored"
        times={minutes.map(({ minute }) => seconds(minute))}
        series={[
          { name: 'received', colour: '--line-strong', values: minutes.map(({ received }) => received) },
          { name: 'stored', colour: '--good', values: minutes.map(({ stored }) => stored) },
        ]}
        heightPx={140}
        format={shortCount}
        from={newest - 3600}
        to={newest}
        bucketSeconds={60}
      />
    </section>
  )
}

function Rejections() {
  const mayEdit = useMay('editor')
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

function Receipts() {
  const api = useApi()
  const [found, setFound] = useState<unknown>()
  const receipts = usePart(
    'receipts',
    async (own, signal) => (await own.otlp.queryReceipts({ windowing: { limit: 12 } }, { signal })).receipts,
    10_000,
  )
  const submitted = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const id = typedIn(event.currentTarget, 'receipt')
    try {
      const { receipt } = await api.otlp.fetchReceipt(id)
      setFound(receipt ?? { unknown: id })
    } catch (error) {
      sayFailure(error)
    }
  }
  return (
    <section className={body['card']}>
      <h2>Receipts</h2>
      <p className={body['faint']}>
        Every export is answered with <code>X-Assay-Receipt</code>: paste one to see what became of it.
      </p>
      <form className={form['inline']} onSubmit={(event) => void submitted(event)}>
        <input
          name="receipt"
          aria-label="Receipt id"
          placeholder="01a1dcb0-11f0-7c52-84b4-7d1196abb4aa"
          required
        />
        <Button type="submit">Look up</Button>
      </form>
      {found !== undefined && <JsonView key={JSON.stringify(found)} value={found} name="Receipt" />}
      <Asked asked={receipts}>
        {(rows) => (
          <div className={body['wide']}>
            <table className={body['table']}>
              <thead>
                <tr>
                  <th scope="col">Receipt</th>
                  <th scope="col">Status</th>
                  <th scope="col" data-align="right">
                    Received
                  </th>
                  <th scope="col" data-align="right">
                    Stored
                  </th>
                  <th scope="col">When</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id}>
                    <td>
                      <Id id={row.id} />
                    </td>
                    <td
                      className={
                        row.status === 'rejected'
                          ? body['bad']
                          : row.status === 'stored'
                            ? body['good']
                            : body['faint']
                      }
                    >
                      {row.status}
                    </td>
                    <td data-align="right">{count(row.received)}</td>
                    <td data-align="right">{count(row.stored)}</td>
                    <td title={exactTime(row.received_at)}>{ago(row.received_at)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Asked>
    </section>
  )
}

export function IngestPart() {
  const health = usePart('ingest', (api, signal) => api.otlp.health({ signal }), 5000)
  return (
    <>
      <Asked asked={health}>
        {({ waiting, minutes, rejections }) => {
          const sum = (read: (minute: (typeof minutes)[number]) => number): number =>
            minutes.reduce((total, minute) => total + read(minute), 0)
          const rejected = rejections.reduce((total, one) => total + one.count, 0)
          return (
            <>
              <dl className={styles['numbers']}>
                <div>
                  <dt>Accepted, last hour</dt>
                  <dd>{count(sum(({ accepted }) => accepted))}</dd>
                </div>
                <div>
                  <dt>Stored, last hour</dt>
                  <dd>{count(sum(({ stored }) => stored))}</dd>
                </div>
                <div>
                  <dt>Waiting</dt>
                  <dd title={bytes(waiting.bytes)}>{count(waiting.requests)}</dd>
                </div>
                <div>
                  <dt>Oldest waiting</dt>
                  <dd>
                    {waiting.oldest_received_at === undefined ? 'none' : ago(waiting.oldest_received_at)}
                  </dd>
                </div>
                <div>
                  <dt>Rejected</dt>
                  <dd data-tone={rejected > 0 ? 'bad' : undefined}>{count(rejected)}</dd>
                </div>
              </dl>
              <Rates minutes={minutes} />
            </>
          )
        }}
      </Asked>
      <Rejections />
      <Receipts />
    </>
  )
}
