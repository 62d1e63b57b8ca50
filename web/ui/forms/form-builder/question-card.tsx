// One question in the form builder: its text, the kind of answer, and when it is asked.
import { useId, useState, type Dispatch, type ReactNode } from 'react'
import { IconButton } from '../../button.tsx'
import type { Choice, ShowIf } from '../schema-fields.ts'
import {
  errorsOf,
  type BuilderAction,
  type BuilderItem,
  type BuilderState,
  type QuestionErrors,
} from './builder-state.ts'
import { questionKinds, type BuilderQuestion, type QuestionKind } from './question-schema.ts'
import form from '../../form.module.css'
import styles from './form-builder.module.css'

type OnChange = (change: Partial<BuilderQuestion>) => void

function Field({
  label,
  error,
  help,
  children,
}: {
  label: string
  error?: string | undefined
  help?: string
  children: (props: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ReactNode
}) {
  const id = useId()
  return (
    <div className={form['field']}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-help`, 'aria-invalid': error !== undefined })}
      <small id={`${id}-help`} className={error === undefined ? undefined : form['fault']}>
        {error ?? help}
      </small>
    </div>
  )
}

function TextInput({
  label,
  value,
  placeholder,
  error,
  onValue,
}: {
  label: string
  value: string
  placeholder?: string
  error?: string | undefined
  onValue: (text: string) => void
}) {
  return (
    <Field label={label} error={error}>
      {(props) => (
        <input
          {...props}
          value={value}
          placeholder={placeholder}
          onChange={({ target }) => onValue(target.value)}
        />
      )}
    </Field>
  )
}

function NumberInput({
  label,
  value,
  step,
  error,
  onValue,
}: {
  label: string
  value: number | undefined
  step: number | 'any'
  error?: string | undefined
  onValue: (value: number | undefined) => void
}) {
  return (
    <Field label={label} error={error}>
      {(props) => (
        <input
          {...props}
          type="number"
          step={step}
          value={value ?? ''}
          onChange={({ target }) => onValue(target.value === '' ? undefined : Number(target.value))}
        />
      )}
    </Field>
  )
}

interface PartProps {
  readonly question: BuilderQuestion
  readonly errors: QuestionErrors
  readonly onChange: OnChange
}

function ScaleFields({ question, errors, onChange }: PartProps) {
  const { minimum = 1, maximum = 5, lowLabel, highLabel } = question
  return (
    <div className={styles['pair']}>
      <NumberInput
        label="From"
        value={minimum}
        step={1}
        error={errors.bounds}
        onValue={(value) => onChange({ minimum: value })}
      />
      <NumberInput label="To" value={maximum} step={1} onValue={(value) => onChange({ maximum: value })} />
      <TextInput
        label="Label of the low end"
        value={lowLabel}
        placeholder="Useless"
        onValue={(text) => onChange({ lowLabel: text })}
      />
      <TextInput
        label="Label of the high end"
        value={highLabel}
        placeholder="Perfect"
        onValue={(text) => onChange({ highLabel: text })}
      />
    </div>
  )
}

function NumberFields({ question, errors, onChange }: PartProps) {
  const { minimum, maximum } = question
  return (
    <div className={styles['pair']}>
      <NumberInput
        label="Smallest"
        value={minimum}
        step="any"
        error={errors.bounds}
        onValue={(value) => onChange({ minimum: value })}
      />
      <NumberInput
        label="Largest"
        value={maximum}
        step="any"
        onValue={(value) => onChange({ maximum: value })}
      />
    </div>
  )
}

const linesOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

function ListFields({ question, errors, onChange }: PartProps) {
  const [text, setText] = useState(() => question.options.join('\n'))
  return (
    <Field label="Answers" error={errors.options} help="One per line.">
      {(props) => (
        <textarea
          {...props}
          rows={3}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            onChange({ options: linesOf(target.value) })
          }}
        />
      )}
    </Field>
  )
}

/** The possible answers of a question that a condition can name. */
function answersOf({
  kind,
  options,
  minimum = 1,
  maximum = 5,
}: BuilderQuestion): readonly (Choice & { json: unknown })[] {
  switch (kind) {
    case 'flag':
      return [
        { value: 'true', name: 'Yes', json: true },
        { value: 'false', name: 'No', json: false },
      ]
    case 'choice':
      return options.map((one) => ({ value: one, name: one, json: one }))
    case 'scale':
      return Array.from({ length: Math.max(0, Math.min(11, maximum - minimum + 1)) }, (_, i) => ({
        value: String(minimum + i),
        name: String(minimum + i),
        json: minimum + i,
      }))
    default:
      return []
  }
}

function ConditionAnswer({
  showIf,
  other,
  onShowIf,
}: {
  showIf: ShowIf
  other: BuilderQuestion
  onShowIf: (showIf: ShowIf) => void
}) {
  const answers = answersOf(other)
  return (
    <Field label="if the answer is">
      {(props) => (
        <select
          {...props}
          value={String(showIf.value)}
          onChange={({ target }) => {
            const answer = answers.find(({ value }) => value === target.value)
            if (answer !== undefined) onShowIf({ ...showIf, value: answer.json })
          }}
        >
          {answers.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** When the question is asked: always, or after an answer to an earlier question. */
function ConditionFields({
  question: { showIf },
  earlierQuestions,
  onChange,
}: Omit<PartProps, 'errors'> & { earlierQuestions: readonly BuilderQuestion[] }) {
  const candidates = earlierQuestions.filter((one) => answersOf(one).length > 0)
  if (candidates.length === 0 && showIf === undefined) return null
  const conditionQuestion = candidates.find(({ name }) => name === showIf?.field)
  const selectQuestion = (name: string): void => {
    const next = candidates.find((one) => one.name === name)
    const first = next === undefined ? undefined : answersOf(next)[0]
    onChange({ showIf: first === undefined ? undefined : { field: name, value: first.json } })
  }
  return (
    <div className={styles['pair']}>
      <Field label="Ask">
        {(props) => (
          <select
            {...props}
            value={showIf?.field ?? ''}
            onChange={({ target }) => selectQuestion(target.value)}
          >
            <option value="">always</option>
            {candidates.map(({ name, label }) => (
              <option key={name} value={name}>
                after “{label === '' ? name : label}”
              </option>
            ))}
          </select>
        )}
      </Field>
      {showIf !== undefined && conditionQuestion !== undefined && (
        <ConditionAnswer
          showIf={showIf}
          other={conditionQuestion}
          onShowIf={(next) => onChange({ showIf: next })}
        />
      )}
    </div>
  )
}

function CardHead({
  item,
  index,
  size,
  dispatch,
}: {
  item: BuilderItem
  index: number
  size: number
  dispatch: Dispatch<BuilderAction>
}) {
  const { id, question } = item
  return (
    <div className={styles['head']}>
      <b>Question {index + 1}</b>
      <label>
        <input
          type="checkbox"
          checked={question.isRequired}
          onChange={({ target }) => dispatch({ type: 'change', id, change: { isRequired: target.checked } })}
        />
        Required
      </label>
      <IconButton
        icon="up"
        label={`Move question ${index + 1} up`}
        disabled={index === 0}
        onClick={() => dispatch({ type: 'move', id, by: -1 })}
      />
      <IconButton
        icon="down"
        label={`Move question ${index + 1} down`}
        disabled={index === size - 1}
        onClick={() => dispatch({ type: 'move', id, by: 1 })}
      />
      <IconButton
        icon="trash"
        label={`Remove question ${index + 1}`}
        onClick={() => dispatch({ type: 'remove', id })}
      />
    </div>
  )
}

const kindParts: Partial<Record<QuestionKind, (props: PartProps) => ReactNode>> = {
  scale: ScaleFields,
  number: NumberFields,
  choice: ListFields,
  choices: ListFields,
}

const kindNames = Object.entries(questionKinds).map(([kind, name]) => ({ kind, name }))
const isKind = (kind: string): kind is QuestionKind => Object.hasOwn(questionKinds, kind)

function KindSelect({ question, onChange }: Omit<PartProps, 'errors'>) {
  return (
    <Field label="Answer">
      {(props) => (
        <select
          {...props}
          value={question.kind}
          onChange={({ target }) => {
            if (isKind(target.value)) onChange({ kind: target.value, minimum: undefined, maximum: undefined })
          }}
        >
          {kindNames.map(({ kind, name }) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export function QuestionCard({
  state,
  index,
  showsErrors,
  dispatch,
}: {
  state: BuilderState
  index: number
  showsErrors: boolean
  dispatch: Dispatch<BuilderAction>
}) {
  const item = state.items[index]
  if (item === undefined) return null
  const { question } = item
  const errors = showsErrors ? errorsOf(state, item) : {}
  const onChange: OnChange = (change) => dispatch({ type: 'change', id: item.id, change })
  const KindPart = kindParts[question.kind]
  const earlierQuestions = state.items.slice(0, index).map((one) => one.question)
  return (
    <li className={styles['card']} aria-label={`Question ${index + 1}`}>
      <CardHead item={item} index={index} size={state.items.length} dispatch={dispatch} />
      <TextInput
        label="Question"
        value={question.label}
        placeholder="Does the answer help?"
        error={errors.label}
        onValue={(label) => onChange({ label })}
      />
      <div className={styles['pair']}>
        <KindSelect question={question} onChange={onChange} />
        <TextInput
          label="Name in the results"
          value={question.name}
          error={errors.name}
          onValue={(name) => onChange({ name })}
        />
      </div>
      {KindPart !== undefined && <KindPart question={question} errors={errors} onChange={onChange} />}
      <TextInput label="Help text" value={question.help} onValue={(help) => onChange({ help })} />
      <ConditionFields question={question} earlierQuestions={earlierQuestions} onChange={onChange} />
    </li>
  )
}
