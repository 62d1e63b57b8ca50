// Prices: what models cost this project, in dollars per million tokens. They win over the built-in table.
import type { FormEvent } from 'react'
import body from '../app/body.module.css'
import { useMay } from '../app/session.tsx'
import { Button } from '../ui/button.tsx'
import { Asked, useChange, usePart } from './parts.tsx'
import form from '../ui/form.module.css'
import { typedIn } from '../ui/typed-in.ts'

interface Price {
  readonly provider?: string | null
  readonly model: string
  readonly input: number
  readonly output: number
}

export function PricesPart() {
  const mayEdit = useMay('editor')
  const prices = usePart('prices', async (api, signal) => (await api.prices.list({ signal })).prices)
  const replacing = useChange(
    'prices',
    (api, next: readonly Price[]) => api.prices.replace({ prices: next }),
    'Spans that arrive from now on have these prices.',
  )
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const place = event.currentTarget
    const model = typedIn(place, 'model')
    const own = { model, input: Number(typedIn(place, 'input')), output: Number(typedIn(place, 'output')) }
    replacing.mutate([...(prices.data ?? []).filter((price) => price.model !== model), own], {
      onSuccess: () => place.reset(),
    })
  }
  return (
    <Asked asked={prices}>
      {(rows) => (
        <section className={body['card']}>
          <h2>Prices of this project, in dollars per million tokens</h2>
          {rows.length === 0 && <p className={body['faint']}>None: the built-in table counts.</p>}
          {rows.length > 0 && (
            <table className={body['table']}>
              <thead>
                <tr>
                  <th scope="col">Model</th>
                  <th scope="col" data-align="right">
                    Input
                  </th>
                  <th scope="col" data-align="right">
                    Output
                  </th>
                  <th scope="col">
                    <span className="hidden-text">Remove</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((price) => (
                  <tr key={`${price.provider} ${price.model}`}>
                    <td>{price.model}</td>
                    <td data-align="right">{price.input}</td>
                    <td data-align="right">{price.output}</td>
                    <td data-align="right">
                      {mayEdit && (
                        <Button
                          look="danger"
                          onClick={() => replacing.mutate(rows.filter((one) => one !== price))}
                        >
                          Remove
                        </Button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {mayEdit && (
            <form className={form['inline']} onSubmit={submitted}>
              <input name="model" aria-label="Model" placeholder="Model" required />
              <input
                name="input"
                aria-label="Input price"
                placeholder="Input"
                type="number"
                min="0"
                step="any"
                required
              />
              <input
                name="output"
                aria-label="Output price"
                placeholder="Output"
                type="number"
                min="0"
                step="any"
                required
              />
              <Button type="submit" look="main" disabled={replacing.isPending}>
                Set
              </Button>
            </form>
          )}
        </section>
      )}
    </Asked>
  )
}
