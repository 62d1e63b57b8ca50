// web/ui/forms/questions: a form of questions that people answer: in a queue, at a trace, and as a preview.
// questions.ts and form-state.ts are pure; question-list.tsx shows the state. Start here.
//
// The questions of a form: choices as buttons, other answers as fields, errors below each.
import { useEffect, useRef, type Dispatch } from 'react'
import { selectedValuesOf, type FormField } from '../schema-fields.ts'
import type { FormAction, FormState } from './form-state.ts'
import styles from './questions.module.css'

function Choices({
  field,
  value,
  hasDigits,
  onValue,
}: {
  field: FormField
  value: string
  hasDigits: boolean
  onValue: (value: string) => void
}) {
  const selectedValues = field.kind === 'choices' ? selectedValuesOf(value) : [value]
  return (
    <fieldset aria-label={field.label} className={styles['choices']}>
      {field.choices.map((choice, i) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={selectedValues.includes(choice.value)}
          onClick={() => onValue(choice.value)}
        >
          {hasDigits && i < 9 && !choice.name.startsWith(String(i + 1)) && (
            <kbd aria-hidden="true">{i + 1}</kbd>
          )}
          {choice.name}
        </button>
      ))}
    </fieldset>
  )
}

function TypedAnswer({
  field,
  id,
  value,
  error,
  onValue,
}: {
  field: FormField
  id: string
  value: string
  error: string | undefined
  onValue: (value: string) => void
}) {
  const common = { id, value, 'aria-invalid': error !== undefined, 'aria-describedby': `${id}-help` }
  if (field.kind === 'number' || field.kind === 'integer') {
    return (
      <input
        {...common}
        type="number"
        step={field.kind === 'integer' ? 1 : 'any'}
        min={field.minimum}
        max={field.maximum}
        onChange={(event) => onValue(event.target.value)}
      />
    )
  }
  return <textarea {...common} rows={2} onChange={(event) => onValue(event.target.value)} />
}

interface ListProps {
  readonly state: FormState
  readonly dispatch: Dispatch<FormAction>
  /** Prefix of the ids of the inputs; the index of the question follows. */
  readonly id: string
  /** Whether digits answer the current question, which is then marked. */
  readonly hasDigits?: boolean
}

function QuestionField({ state, index, id, dispatch, hasDigits = false }: ListProps & { index: number }) {
  const isCurrent = hasDigits && index === state.currentIndex
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const question = state.questions[index]
  if (question === undefined) return null
  const { field } = question
  const error = Object.hasOwn(state.errors, question.id) ? state.errors[question.id] : undefined
  const label = `${field.label}${field.isRequired ? ' *' : ''}`
  const value = state.answers[question.id] ?? ''
  return (
    <div
      ref={element}
      className={styles['question']}
      data-current={isCurrent}
      onFocus={({ target }) => {
        if (target.matches('input, textarea')) dispatch({ type: 'focus', index })
      }}
    >
      {field.choices.length > 0 ? (
        <>
          <span>{label}</span>
          <Choices
            field={field}
            value={value}
            hasDigits={isCurrent}
            onValue={(next) => dispatch({ type: 'choose', index, value: next })}
          />
        </>
      ) : (
        <>
          <label htmlFor={id}>{label}</label>
          <TypedAnswer
            field={field}
            id={id}
            value={value}
            error={error}
            onValue={(next) => dispatch({ type: 'write', index, value: next })}
          />
        </>
      )}
      <small id={`${id}-help`} data-fault={error !== undefined}>
        {error ?? field.help}
      </small>
    </div>
  )
}

/** The questions by evaluator, with its name where there are several. */
export function QuestionList({ state, id, ...rest }: ListProps) {
  const { forms, questions } = state
  return questions.map((question, index) => {
    const isFirst = question.stepKey !== questions[index - 1]?.stepKey
    return (
      <div key={question.id}>
        {isFirst && forms.length > 1 && (
          <h3 className={styles['evaluator']}>
            {forms.find(({ stepKey }) => stepKey === question.stepKey)?.name}
          </h3>
        )}
        <QuestionField state={state} index={index} id={`${id}-${index}`} {...rest} />
      </div>
    )
  })
}
