// A form that adds a filter over a column.
import { useState, type FormEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { columnOperators, type ColumnOperator, type Condition } from '../../url-state.ts'
import { textOf, valueAs, type ValueType } from '../../values.ts'
import form from '../../../ui/form.module.css'

const operatorNames: Readonly<Record<ColumnOperator, string>> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  not_contains: 'does not contain',
  gt: 'is greater than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  exists: 'has a value',
  not_exists: 'has no value',
  not_converts_to: 'cannot be converted to',
}

/** The dialog that changes the type of a column is the only user of the last operator. */
const selectableOperators = columnOperators.filter((operator) => operator !== 'not_converts_to')

const isUnary = (operator: ColumnOperator): boolean => operator === 'exists' || operator === 'not_exists'

export const conditionText = ({ column, operator, value }: Condition): string =>
  `${column} ${operatorNames[operator]}${isUnary(operator) ? '' : ` ${textOf(value) || '“”'}`}`

export interface ColumnChoice {
  readonly name: string
  readonly type: ValueType
}

function SelectField<T extends string>({
  id,
  label,
  value,
  options,
  onValue,
}: {
  id: string
  label: string
  value: T
  options: readonly { readonly value: T; readonly name: string }[]
  onValue: (value: T) => void
}) {
  return (
    <div className={form['field']}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const option = options.find((one) => one.value === event.target.value)
          if (option !== undefined) onValue(option.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
  )
}

export function NewCondition({
  columns,
  onAdd,
}: {
  columns: readonly ColumnChoice[]
  onAdd: (condition: Condition) => void
}) {
  const [column, setColumn] = useState(columns[0]?.name ?? '')
  const [operator, setOperator] = useState<ColumnOperator>('contains')
  const [text, setText] = useState('')
  const type = columns.find(({ name }) => name === column)?.type ?? 'string'
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const value = operator.endsWith('contains') ? text : valueAs(text, type)
    onAdd({ column, operator, ...(isUnary(operator) ? {} : { value }) })
  }
  return (
    <form className={form['form']} onSubmit={onSubmit}>
      <SelectField
        id="condition-column"
        label="Column"
        value={column}
        options={columns.map(({ name }) => ({ value: name, name }))}
        onValue={setColumn}
      />
      <SelectField
        id="condition-operator"
        label="Operator"
        value={operator}
        options={selectableOperators.map((value) => ({ value, name: operatorNames[value] }))}
        onValue={setOperator}
      />
      {!isUnary(operator) && (
        <div className={form['field']}>
          <label htmlFor="condition-value">Value</label>
          <input id="condition-value" value={text} onChange={(event) => setText(event.target.value)} />
        </div>
      )}
      <div className={form['actions']}>
        <Button type="submit" look="main" disabled={column === ''}>
          Add
        </Button>
      </div>
    </form>
  )
}
