// The prices that hold where the project has none of its own, found by typing.
import { useState } from 'react'
import body from '../../app/body.module.css'
import form from '../../ui/form.module.css'
import { Asked, usePart } from '../parts.tsx'
import { PricesTable } from './prices-table.tsx'

export function BuiltInPrices() {
  const [typed, setTyped] = useState('')
  const table = usePart('built-in prices', (api, signal) => api.prices.listBuiltIn({ signal }))
  const wanted = typed.trim().toLowerCase()
  return (
    <Asked asked={table}>
      {({ version, prices }) => {
        const matching = prices.filter(({ model, provider }) =>
          `${provider} ${model}`.toLowerCase().includes(wanted),
        )
        return (
          <section className={body['card']}>
            <h2>Built-in prices of {version}, in dollars per million tokens</h2>
            <p className={body['faint']}>
              List prices of the providers. Prices of this project win over them. Faint amounts are charged
              like input or output, because the table has no price of their own.
            </p>
            <div className={form['inline']}>
              <input
                type="search"
                aria-label="Search built-in prices"
                placeholder="Search model or provider"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            </div>
            {matching.length === 0 ? (
              <p className={body['faint']}>No model of this name has a built-in price.</p>
            ) : (
              <PricesTable name="Built-in prices" prices={matching} />
            )}
          </section>
        )
      }}
    </Asked>
  )
}
