// web/app/list: parts of long lists: filter, completion, shortcuts, links of rows.
//
// The filter as chips. Each condition can be removed, and a form adds one. A filter that is more than a list of conditions
// is edited in the filter bar only.
import { useId, useState, type FormEvent } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { operatorsFor, type Field } from '../../ui/filter/completion.ts'
import {
  conditionsOf,
  quote,
  relations,
  textOf,
  withCondition,
  type Condition,
  type Relation,
} from '../../ui/filter/language.ts'
import { takesNoValue } from '../../ui/filter/operators.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './conditions.module.css'

/** Common conditions that one click adds. */
const commonConditions: readonly { readonly name: string; readonly condition: Condition }[] = [
  { name: 'Failed', condition: { field: 'status_code', operator: '=', value: 'STATUS_CODE_ERROR' } },
  {
    name: 'Slower than 5 s',
    condition: { field: 'attributes.ag.metrics.duration.cumulative', operator: '>', value: '5000' },
  },
  {
    name: 'Costs over 1¢',
    condition: { field: 'attributes.ag.metrics.costs.cumulative.total', operator: '>', value: '0.01' },
  },
]

/** Lists of traces and spans can also contain annotations. */
const commonTraceConditions: typeof commonConditions = [
  ...commonConditions,
  { name: 'Annotations', condition: { field: 'trace_type', operator: '=', value: 'annotation' } },
]

const relationNames: Readonly<Record<Relation, string>> = {
  span: 'one span',
  any: 'any span',
  root: 'the root',
  head: 'the head',
  parent: 'a parent',
  child: 'a child',
  annotation: 'an annotation',
}

const shortField = (field: string): string => field.replace(/^attributes\.(ag\.)?/, '')

/** The kind of rows. A session or user is listed if one of its traces matches the filter. */
export type RowKind = 'traces' | 'spans' | 'sessions' | 'users'

const subjects: Readonly<Record<RowKind, string>> = {
  traces: 'this trace',
  spans: 'this span',
  sessions: 'a trace',
  users: 'a trace',
}

interface AddFormProps {
  readonly rowKind: RowKind
  readonly fields: readonly Field[]
  readonly knownValues: (field: string) => readonly string[]
  readonly onAdd: (condition: Condition) => void
  readonly onClose: () => void
}

function AddForm({ rowKind, fields, knownValues, onAdd, onClose }: AddFormProps) {
  const id = useId()
  const [relation, setRelation] = useState('')
  const [field, setField] = useState('')
  const [operator, setOperator] = useState('=')
  const [value, setValue] = useState('')
  const operators = operatorsFor(field, fields)
  const listedField = fields.find(({ name }) => name === field)
  // If the field does not support the operator, use its first one.
  const selectedOperator = operators.includes(operator) ? operator : (operators[0] ?? '=')
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const selectedRelation = relations.find((word) => word === relation)
    onAdd({
      ...(selectedRelation === undefined ? {} : { relation: selectedRelation }),
      field,
      operator: selectedOperator,
      value: takesNoValue(selectedOperator) ? '' : quote(value),
    })
  }
  const values = [...new Set([...(listedField?.values ?? []), ...(field === '' ? [] : knownValues(field))])]
  return (
    <form className={styles['form']} onSubmit={onSubmit}>
      <select aria-label="Where" value={relation} onChange={(event) => setRelation(event.target.value)}>
        <option value="">{subjects[rowKind]}</option>
        {relations.map((word) => (
          <option key={word} value={word}>
            {relationNames[word]}
          </option>
        ))}
      </select>
      <input
        aria-label="Field"
        list={`${id}-fields`}
        placeholder="span_type"
        value={field}
        onChange={(event) => setField(event.target.value)}
        required
      />
      <datalist id={`${id}-fields`}>
        {fields.map(({ name, description }) => (
          <option key={name} value={name} label={description} />
        ))}
      </datalist>
      <select
        aria-label="Operator"
        value={selectedOperator}
        onChange={(event) => setOperator(event.target.value)}
      >
        {operators.map((word) => (
          <option key={word}>{word}</option>
        ))}
      </select>
      <input
        aria-label="Value"
        list={`${id}-values`}
        placeholder="value"
        value={value}
        onChange={(event) => setValue(event.target.value)}
        disabled={takesNoValue(selectedOperator)}
        required
      />
      <datalist id={`${id}-values`}>
        {values.map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
      <Button type="submit">Add</Button>
      <IconButton icon="cross" label="Close" onClick={onClose} />
    </form>
  )
}

export interface ConditionsProps {
  readonly filter: string
  readonly rowKind: RowKind
  readonly fields: readonly Field[]
  readonly onBegin: () => void
  readonly knownValues: (field: string) => readonly string[]
  readonly onFilter: (filter: string) => void
}

export function Conditions({ filter, rowKind, fields, onBegin, knownValues, onFilter }: ConditionsProps) {
  const [isAdding, setIsAdding] = useState(false)
  const conditions = conditionsOf(filter)
  const add = (condition: Condition): void => {
    setIsAdding(false)
    onFilter(withCondition(filter, condition))
  }
  return (
    <div className={styles['conditions']}>
      {conditions?.map((condition, index) => (
        <span key={textOf([condition])} className={styles['chip']} title={textOf([condition])}>
          {condition.relation !== undefined && <i>{relationNames[condition.relation]}:</i>}
          {shortField(condition.field)} {condition.operator} <b>{condition.value}</b>
          <button
            type="button"
            aria-label={`Remove ${textOf([condition])}`}
            onClick={() => onFilter(textOf(conditions.filter((_, otherIndex) => otherIndex !== index)))}
          >
            <Icon name="cross" size={10} />
          </button>
        </span>
      ))}
      {(rowKind === 'traces' || rowKind === 'spans' ? commonTraceConditions : commonConditions)
        .filter(({ condition }) => !filter.includes(textOf([condition])))
        .map(({ name, condition }) => (
          <button key={name} type="button" className={styles['usual']} onClick={() => add(condition)}>
            <Icon name="plus" size={10} /> {name}
          </button>
        ))}
      {isAdding ? (
        <AddForm
          rowKind={rowKind}
          fields={fields}
          knownValues={knownValues}
          onAdd={add}
          onClose={() => setIsAdding(false)}
        />
      ) : (
        <button
          type="button"
          className={styles['usual']}
          onClick={() => {
            onBegin()
            setIsAdding(true)
          }}
        >
          <Icon name="plus" size={10} /> Condition
        </button>
      )}
    </div>
  )
}
