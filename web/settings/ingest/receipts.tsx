// The receipts of the last exports, and the lookup of a receipt by id.
import { useState, type FormEvent } from 'react'
import body from '../../app/body.module.css'
import { useApi } from '../../app/session.tsx'
import { showFailure } from '../../app/toasts.tsx'
import { Button } from '../../ui/button.tsx'
import { Id } from '../../ui/copy.tsx'
import { ago, count, exactTime } from '../../ui/format.ts'
import { JsonView } from '../../ui/json/json-view.tsx'
import { formText } from '../../ui/forms/form-text.ts'
import { LoadedPart, usePart } from '../parts.tsx'
import form from '../../ui/form.module.css'

function ReceiptLookup() {
  const api = useApi()
  const [receipt, setReceipt] = useState<unknown>()
  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const id = formText(event.currentTarget, 'receipt')
    try {
      const response = await api.otlp.fetchReceipt(id)
      setReceipt(response.receipt ?? { unknown: id })
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <>
      <form className={form['inline']} onSubmit={(event) => void onSubmit(event)}>
        <input
          name="receipt"
          aria-label="Receipt id"
          placeholder="01a1dcb0-11f0-7c52-84b4-7d1196abb4aa"
          required
        />
        <Button type="submit">Look up</Button>
      </form>
      {receipt !== undefined && <JsonView key={JSON.stringify(receipt)} value={receipt} name="Receipt" />}
    </>
  )
}

const tones: Readonly<Record<string, string | undefined>> = { rejected: body['bad'], stored: body['good'] }

export function Receipts() {
  const receipts = usePart(
    'receipts',
    async (api, signal) => (await api.otlp.queryReceipts({ windowing: { limit: 12 } }, { signal })).receipts,
    10_000,
  )
  return (
    <section className={body['card']}>
      <h2>Receipts</h2>
      <p className={body['faint']}>
        Each export response has the header <code>X-Assay-Receipt</code>. Paste a receipt to see its status.
      </p>
      <ReceiptLookup />
      <LoadedPart query={receipts}>
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
                    <td className={tones[row.status] ?? body['faint']}>{row.status}</td>
                    <td data-align="right">{count(row.received)}</td>
                    <td data-align="right">{count(row.stored)}</td>
                    <td title={exactTime(row.received_at)}>{ago(row.received_at)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </LoadedPart>
    </section>
  )
}
