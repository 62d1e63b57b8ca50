// Filters of rows by metrics.
import * as Popover from '@radix-ui/react-popover'
import { useId, useState, type FormEvent } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { partName, type RunMetric } from '../run-model.ts'
import type { MetricCondition } from '../url-state.ts'
import { valueKey } from './scenario-rows.ts'
import form from '../../ui/form.module.css'
import menu from '../../ui/menu.module.css'
import styles from './rows.module.css'

export const metricName = ({ name, part }: RunMetric): string =>
  [name, part.name, ...(part.subject === undefined ? [] : [partName(part.subject)])].join(' · ')

const keyOf = ({ part, path }: RunMetric): string => valueKey(part.key, path)

const conditionText = ({ min, max, is }: MetricCondition): string => {
  if (is !== undefined) return is ? 'is yes' : 'is no'
  return [...(min === undefined ? [] : [`≥ ${min}`]), ...(max === undefined ? [] : [`≤ ${max}`])].join(
    ' and ',
  )
}

function AddForm({
  runMetrics,
  onAdd,
}: {
  runMetrics: readonly RunMetric[]
  onAdd: (where: MetricCondition) => void
}) {
  const id = useId()
  const [key, setKey] = useState('')
  const [bound, setBound] = useState<'min' | 'max'>('max')
  const [value, setValue] = useState('')
  const metric = runMetrics.find((one) => keyOf(one) === key) ?? runMetrics[0]
  if (metric === undefined) return <p className={styles['faint']}>There are no metrics yet.</p>
  const isVerdict = metric.unit === 'share'
  const number = Number(value)
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const metricRef = { step: metric.part.key, path: metric.path }
    if (isVerdict) onAdd({ ...metricRef, is: value === 'yes' })
    else onAdd({ ...metricRef, ...(bound === 'min' ? { min: number } : { max: number }) })
  }
  return (
    <form className={form['form']} onSubmit={onSubmit}>
      <div className={form['field']}>
        <label htmlFor={`${id}-metric`}>Metric</label>
        <select id={`${id}-metric`} value={keyOf(metric)} onChange={({ target }) => setKey(target.value)}>
          {runMetrics.map((one) => (
            <option key={keyOf(one)} value={keyOf(one)}>
              {metricName(one)}
            </option>
          ))}
        </select>
      </div>
      <div className={form['inline']}>
        {isVerdict ? (
          <select
            aria-label="Verdict"
            value={value === 'yes' ? 'yes' : 'no'}
            onChange={({ target }) => setValue(target.value)}
          >
            <option value="no">is no</option>
            <option value="yes">is yes</option>
          </select>
        ) : (
          <>
            <select
              aria-label="Bound"
              value={bound}
              onChange={({ target }) => setBound(target.value === 'min' ? 'min' : 'max')}
            >
              <option value="max">at most</option>
              <option value="min">at least</option>
            </select>
            <input
              type="number"
              step="any"
              aria-label={metric.unit === 'ms' ? 'Milliseconds' : 'Value'}
              placeholder={metric.unit === 'ms' ? 'ms' : 'value'}
              value={value}
              onChange={({ target }) => setValue(target.value)}
              required
            />
          </>
        )}
        <Button type="submit" look="main" disabled={!isVerdict && (value === '' || !Number.isFinite(number))}>
          Apply
        </Button>
      </div>
    </form>
  )
}

export function RowFilter({
  runMetrics,
  conditions,
  onConditions,
}: {
  runMetrics: readonly RunMetric[]
  conditions: readonly MetricCondition[]
  onConditions: (where: readonly MetricCondition[]) => void
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <fieldset className={styles['filter']} aria-label="Filters">
      {conditions.map((one, index) => {
        const metric = runMetrics.find(({ part, path }) => part.key === one.step && path === one.path)
        const name = metric === undefined ? one.path : metricName(metric)
        return (
          <span key={`${one.step} ${one.path} ${conditionText(one)}`} className={styles['chip']}>
            {name} <b>{conditionText(one)}</b>
            <IconButton
              icon="cross"
              label={`Remove ${name} ${conditionText(one)}`}
              onClick={() => onConditions(conditions.toSpliced(index, 1))}
            />
          </span>
        )
      })}
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <Button look="quiet" icon="filter">
            Filter rows
          </Button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content className={`${menu['menu']} ${styles['adding']}`} align="start" sideOffset={4}>
            <AddForm
              runMetrics={runMetrics}
              onAdd={(one) => {
                setOpen(false)
                onConditions([...conditions, one])
              }}
            />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </fieldset>
  )
}
