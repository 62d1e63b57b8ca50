// The built-in prices with a search field.
import { useState } from 'react'
import body from '../../app/body.module.css'
import form from '../../ui/form.module.css'
import { LoadedPart, usePart } from '../parts.tsx'
import { PricesTable } from './prices-table.tsx'

export function BuiltInPrices() {
  const [searchText, setSearchText] = useState('')
  const table = usePart('built-in prices', (api, signal) => api.prices.listBuiltIn({ signal }))
  const needle = searchText.trim().toLowerCase()
  return (
    <LoadedPart query={table}>
      {({ version, prices }) => {
        const matching = prices.filter(({ model, provider }) =>
          `${provider} ${model}`.toLowerCase().includes(needle),
        )
        return (
          <section className={body['card']}>
            <h2>Built-in prices of {version}, in dollars per million tokens</h2>
            <p className={body['faint']}>
              List prices of the providers. Prices of this project take precedence. Faint amounts are the
              input or output price, where the table has no specific price.
            </p>
            <div className={form['inline']}>
              <input
                type="search"
                aria-label="Search built-in prices"
                placeholder="Search model or provider"
                value={searchText}
                onChange={(event) => setSearchText(event.target.value)}
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
    </LoadedPart>
  )
}
