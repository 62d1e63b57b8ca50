// The filter as chips for those who do not type: each condition can be taken away, and one can be added from three fields.
// A text that says more than a list of conditions is left to the line above.
import { useId, useState, type FormEvent } from 'react'
import { spanFields } from '../app/filter-fields.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { conditionsOf, quoted, textOf, withCondition, type Condition } from '../ui/filter/language.ts'
import { Icon } from '../ui/icon.tsx'
import { typedIn } from '../ui/typed-in.ts'
import styles from './conditions.module.css'

const usual: readonly { readonly name: string; readonly condition: Condition }[] = [
  { name: 'Failed', condition: { field: 'status_code', operator: '=', value: 'STATUS_CODE_ERROR' } },
  {
    name: 'Slower than 5 s',
    condition: { field: 'attributes.ag.metrics.duration.cumulative', operator: '>', value: '5000' },
  },
  {
    name: 'Costs over 1¢',
    condition: { field: 'attributes.ag.metrics.costs.cumulative.total', operator: '>', value: '0.01' },
  },
  {
    name: 'Annotations',
    condition: { field: 'trace_type', operator: '=', value: 'annotation' },
  },
]

const operators = ['=', '!=', '>', '<', 'contains', 'startswith', 'in', 'exists'] as const
const shortField = (field: string): string => field.replace(/^attributes\.(ag\.)?/, '')

function AddForm({ onAdd, onClose }: { onAdd: (condition: Condition) => void; onClose: () => void }) {
  const id = useId()
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const [field, operator, value] = ['field', 'operator', 'value'].map((name) => typedIn(form, name))
    if (field === undefined || field === '' || operator === undefined) return
    onAdd({ field, operator, value: operator === 'exists' ? '' : quoted(value ?? '') })
  }
  return (
    <form className={styles['form']} onSubmit={submitted}>
      <input name="field" aria-label="Field" list={`${id}-fields`} placeholder="span_type" required />
      <datalist id={`${id}-fields`}>
        {spanFields.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <select name="operator" aria-label="Operator">
        {operators.map((operator) => (
          <option key={operator}>{operator}</option>
        ))}
      </select>
      <input name="value" aria-label="Value" placeholder="value" />
      <Button type="submit">Add</Button>
      <IconButton icon="cross" label="Close" onClick={onClose} />
    </form>
  )
}

export function Conditions({ filter, onFilter }: { filter: string; onFilter: (filter: string) => void }) {
  const [adding, setAdding] = useState(false)
  const conditions = conditionsOf(filter)
  const add = (condition: Condition): void => {
    setAdding(false)
    onFilter(withCondition(filter, condition))
  }
  return (
    <div className={styles['conditions']}>
      {conditions?.map((condition, index) => (
        <span key={textOf([condition])} className={styles['chip']} title={textOf([condition])}>
          {shortField(condition.field)} {condition.operator} <b>{condition.value}</b>
          <button
            type="button"
            aria-label={`Remove ${textOf([condition])}`}
            onClick={() => onFilter(textOf(conditions.filter((_, other) => other !== index)))}
          >
            <Icon name="cross" size={10} />
          </button>
        </span>
      ))}
      {usual
        .filter(({ condition }) => !filter.includes(textOf([condition])))
        .map(({ name, condition }) => (
          <button key={name} type="button" className={styles['usual']} onClick={() => add(condition)}>
            <Icon name="plus" size={10} /> {name}
          </button>
        ))}
      {adding ? (
        <AddForm onAdd={add} onClose={() => setAdding(false)} />
      ) : (
        <button type="button" className={styles['usual']} onClick={() => setAdding(true)}>
          <Icon name="plus" size={10} /> Condition
        </button>
      )}
    </div>
  )
}
