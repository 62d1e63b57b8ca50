// web/settings/prices: model prices in the settings.
// prices-table.tsx renders prices, models-without-cost.tsx lists models without a price.
//
// The prices of this project, models without a price, and the built-in prices.
import { useRef, useState, type ComponentProps, type FormEvent, type RefObject } from 'react'
import body from '../../app/body.module.css'
import { useHasRole } from '../../app/session.tsx'
import { Button } from '../../ui/button.tsx'
import form from '../../ui/form.module.css'
import { formText } from '../../ui/forms/form-text.ts'
import { BuiltInPrices } from './built-in-prices.tsx'
import { ModelsWithoutCost } from './models-without-cost.tsx'
import { LoadedPart, useChange, usePart } from '../parts.tsx'
import { PricesTable, type Price } from './prices-table.tsx'

const amounts = [
  { name: 'input', label: 'Input price', placeholder: 'Input', required: true },
  { name: 'output', label: 'Output price', placeholder: 'Output', required: true },
  { name: 'cache_read', label: 'Price of cached input', placeholder: 'Cached input', required: false },
  { name: 'cache_write', label: 'Price of cache writes', placeholder: 'Cache write', required: false },
  { name: 'reasoning', label: 'Price of reasoning', placeholder: 'Reasoning', required: false },
] as const

function priceOf(formElement: HTMLFormElement): Price {
  const number = (name: string): number | undefined => {
    const text = formText(formElement, name)
    return text === '' ? undefined : Number(text)
  }
  const optional = (['cache_read', 'cache_write', 'reasoning'] as const).map((name) => [name, number(name)])
  return {
    model: formText(formElement, 'model'),
    input: number('input') ?? 0,
    output: number('output') ?? 0,
    ...Object.fromEntries(optional.filter(([, amount]) => amount !== undefined)),
  }
}

const AmountFields = () => (
  <>
    {amounts.map(({ name, label, placeholder, required }) => (
      <input
        key={name}
        name={name}
        aria-label={label}
        placeholder={placeholder}
        type="number"
        min="0"
        step="any"
        required={required}
      />
    ))}
  </>
)

const ProjectPrices = (props: Omit<ComponentProps<typeof PricesTable>, 'name'>) =>
  props.prices.length === 0 ? (
    <p className={body['faint']}>None. The built-in table below is used.</p>
  ) : (
    <PricesTable name="Prices of this project" {...props} />
  )

function PriceForm({
  ref,
  model,
  onModel,
  onSubmit,
  isSaving,
}: {
  ref: RefObject<HTMLFormElement | null>
  model: string
  onModel: (model: string) => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  isSaving: boolean
}) {
  return (
    <form ref={ref} className={form['inline']} onSubmit={onSubmit}>
      <input
        name="model"
        aria-label="Model"
        placeholder="Model"
        required
        value={model}
        onChange={(event) => onModel(event.target.value)}
      />
      <AmountFields />
      <Button type="submit" look="main" disabled={isSaving}>
        Save price
      </Button>
    </form>
  )
}

function usePrices() {
  const prices = usePart('prices', async (api, signal) => (await api.prices.list({ signal })).prices)
  const replaceMutation = useChange(
    'prices',
    (api, next: readonly Price[]) => api.prices.replace({ prices: next }),
    'Prices saved. They apply to new spans.',
  )
  return { prices, replaceMutation }
}

/** A model has one price. */
const withPrice = (prices: readonly Price[], newPrice: Price): readonly Price[] => [
  ...prices.filter(({ model }) => model !== newPrice.model),
  newPrice,
]

export function PricesPart() {
  const canEdit = useHasRole('editor')
  const [model, setModel] = useState('')
  const formElement = useRef<HTMLFormElement>(null)
  const { prices, replaceMutation } = usePrices()
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const target = event.currentTarget
    replaceMutation.mutate(withPrice(prices.data ?? [], priceOf(target)), {
      onSuccess: () => {
        target.reset()
        setModel('')
      },
    })
  }
  const onModel = (name: string): void => {
    setModel(name)
    const field = formElement.current?.elements.namedItem('input')
    if (field instanceof HTMLInputElement) field.focus()
  }
  return (
    <LoadedPart query={prices}>
      {(rows) => (
        <>
          <section className={body['card']}>
            <h2>Prices of this project, in dollars per million tokens</h2>
            <ProjectPrices
              prices={rows}
              {...(canEdit
                ? { onRemove: (price) => replaceMutation.mutate(rows.filter((one) => one !== price)) }
                : {})}
            />
            {canEdit && (
              <PriceForm
                ref={formElement}
                model={model}
                onModel={setModel}
                onSubmit={onSubmit}
                isSaving={replaceMutation.isPending}
              />
            )}
          </section>
          <ModelsWithoutCost onModel={canEdit ? onModel : undefined} />
          <BuiltInPrices />
        </>
      )}
    </LoadedPart>
  )
}
