// A table of model prices in dollars per million tokens.
import body from '../../app/body.module.css'
import { Button } from '../../ui/button.tsx'

export interface Price {
  readonly provider?: string | null
  readonly model: string
  readonly input: number
  readonly output: number
  readonly cache_read?: number | null
  readonly cache_write?: number | null
  readonly reasoning?: number | null
}

const columns = [
  { member: 'input', name: 'Input' },
  { member: 'cache_read', name: 'Cached input' },
  { member: 'cache_write', name: 'Cache write' },
  { member: 'output', name: 'Output' },
  { member: 'reasoning', name: 'Reasoning' },
] as const

/** The price that applies if a specific one is missing. */
const fallbacks = { cache_read: 'input', cache_write: 'input', reasoning: 'output' } as const

function Amount({ price, member }: { price: Price; member: (typeof columns)[number]['member'] }) {
  const amount = price[member]
  if (amount !== undefined && amount !== null) return <>{amount}</>
  if (member === 'input' || member === 'output') return null
  return (
    <span className={body['faint']} title={`Charged like ${fallbacks[member]}`}>
      {price[fallbacks[member]]}
    </span>
  )
}

type OnRemove = ((price: Price) => void) | undefined

const PriceRow = ({ price, onRemove }: { price: Price; onRemove: OnRemove }) => (
  <tr>
    <td>{price.model}</td>
    <td>{price.provider}</td>
    {columns.map(({ member }) => (
      <td key={member} data-align="right">
        <Amount price={price} member={member} />
      </td>
    ))}
    {onRemove !== undefined && (
      <td data-align="right">
        <Button look="danger" onClick={() => onRemove(price)}>
          Remove
        </Button>
      </td>
    )}
  </tr>
)

export function PricesTable({
  name,
  prices,
  onRemove,
}: {
  name: string
  prices: readonly Price[]
  onRemove?: (price: Price) => void
}) {
  return (
    <section className={body['wide']} tabIndex={0} aria-label={name}>
      <table className={body['table']}>
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Provider</th>
            {columns.map((column) => (
              <th key={column.member} scope="col" data-align="right">
                {column.name}
              </th>
            ))}
            {onRemove !== undefined && (
              <th scope="col">
                <span className="hidden-text">Remove</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {prices.map((price) => (
            <PriceRow key={`${price.provider} ${price.model}`} price={price} onRemove={onRemove} />
          ))}
        </tbody>
      </table>
    </section>
  )
}
