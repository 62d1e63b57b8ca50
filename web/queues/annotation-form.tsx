// The form of a queue: the questions of its evaluators, answered by keys or by the mouse, and a note.
import { useEffect, useId, useReducer, useRef, type Dispatch, type KeyboardEvent } from 'react'
import { useShortcuts } from '../app/shortcuts.ts'
import { Button } from '../ui/button.tsx'
import type { Question, StepForm } from './form-model.ts'
import {
  annotationOf,
  formReducer,
  initialForm,
  type Annotation,
  type FormAction,
  type FormState,
} from './form-state.ts'
import styles from './queue-page.module.css'

function Choices({
  question,
  value,
  isCurrent,
  onValue,
}: {
  question: Question
  value: string
  isCurrent: boolean
  onValue: (value: string) => void
}) {
  return (
    <fieldset aria-label={question.field.label} className={styles['choices']}>
      {question.choices.map((choice, i) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onValue(choice.value === value ? '' : choice.value)}
        >
          {isCurrent && i < 9 && choice.name !== String(i + 1) && <kbd aria-hidden="true">{i + 1}</kbd>}
          {choice.name}
        </button>
      ))}
    </fieldset>
  )
}

function TextAnswer({
  question: { field },
  id,
  value,
  error,
  onValue,
}: {
  question: Question
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

interface QuestionProps {
  readonly state: FormState
  readonly index: number
  readonly id: string
  readonly dispatch: Dispatch<FormAction>
}

function QuestionField({ state, index, id, dispatch }: QuestionProps) {
  const isCurrent = index === state.current
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const question = state.questions[index]
  if (question === undefined) return null
  const { field, choices } = question
  const error = Object.hasOwn(state.errors, question.id) ? state.errors[question.id] : undefined
  const label = `${field.label}${field.required ? ' *' : ''}`
  const value = state.answers[question.id] ?? ''
  return (
    <div
      ref={place}
      className={styles['question']}
      data-current={isCurrent}
      onFocus={({ target }) => {
        if (target.matches('input, textarea')) dispatch({ type: 'focus', index })
      }}
    >
      {choices.length > 0 ? (
        <>
          <span>{label}</span>
          <Choices
            question={question}
            value={value}
            isCurrent={isCurrent}
            onValue={(next) => dispatch({ type: 'choose', index, value: next })}
          />
        </>
      ) : (
        <>
          <label htmlFor={id}>{label}</label>
          <TextAnswer
            question={question}
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

/** Escape leaves a field, so that shortcuts of single keys work again. */
const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur()
}

interface FormActions {
  readonly isBusy: boolean
  readonly onSkip: () => void
  readonly onUndo: () => void
}

interface FormProps extends FormActions {
  readonly forms: readonly StepForm[]
  readonly initial: Annotation
  /** The same person has annotated the item before. */
  readonly isAnnotated: boolean
  readonly onSave: (annotation: Annotation) => void
}

function useFormShortcuts(
  { isBusy, onSkip, onUndo }: FormActions,
  form: {
    readonly dispatch: Dispatch<FormAction>
    readonly step: (by: 1 | -1) => void
    readonly save: () => void
    readonly focusNote: () => void
  },
): void {
  useShortcuts([
    ...Array.from({ length: 9 }, (_, i) => ({
      id: `answer ${i + 1}`,
      keys: String(i + 1),
      does: `Choose answer ${i + 1}`,
      run: () => form.dispatch({ type: 'digit', digit: i + 1 }),
    })),
    { id: 'question below', keys: 'arrowdown', does: 'Next question', run: () => form.step(1) },
    { id: 'question above', keys: 'arrowup', does: 'Previous question', run: () => form.step(-1) },
    { id: 'save judgement', keys: 'mod+enter', does: 'Save and next', run: form.save },
    { id: 'undo judgement', keys: 'u', does: 'Undo the last annotation', run: onUndo },
    { id: 'skip item', keys: 's', does: 'Skip the item', run: () => !isBusy && onSkip() },
    { id: 'note', keys: 'n', does: 'Write a note', run: form.focusNote },
  ])
}

function FormButtons({
  isBusy,
  isAnnotated,
  onSkip,
  onUndo,
}: Omit<FormProps, 'forms' | 'initial' | 'onSave'>) {
  return (
    <div className={styles['actions']}>
      <Button icon="undo" look="quiet" disabled={isBusy} onClick={onUndo} title="u">
        Undo
      </Button>
      <Button look="quiet" disabled={isBusy} onClick={onSkip} title="s">
        Skip
      </Button>
      <Button type="submit" look="main" disabled={isBusy} title="Ctrl+Enter">
        {isAnnotated ? 'Save changes' : 'Save and next'}
      </Button>
    </div>
  )
}

/** The questions by evaluator, with its name where there are several. */
function Questions({ forms, state, id, dispatch }: Omit<QuestionProps, 'index'> & Pick<FormProps, 'forms'>) {
  return state.questions.map((question, index) => {
    const isFirst = question.stepKey !== state.questions[index - 1]?.stepKey
    return (
      <div key={question.id}>
        {isFirst && forms.length > 1 && (
          <h3>{forms.find(({ stepKey }) => stepKey === question.stepKey)?.name}</h3>
        )}
        <QuestionField state={state} index={index} id={`${id}-${index}`} dispatch={dispatch} />
      </div>
    )
  })
}

export function AnnotationForm(props: FormProps) {
  const { forms, initial, isBusy, onSave } = props
  const [state, dispatch] = useReducer(formReducer, undefined, () => initialForm(forms, initial))
  const id = useId()
  const note = useRef<HTMLTextAreaElement>(null)
  const save = (): void => {
    if (isBusy) return
    const result = annotationOf(forms, state)
    if ('errors' in result) dispatch({ type: 'refuse', errors: result.errors })
    else onSave(result.annotation)
  }
  const step = (by: 1 | -1): void => {
    const next = formReducer(state, { type: 'step', by }).current
    dispatch({ type: 'step', by })
    // A question without choices gets the focus: its answer is typed.
    if (state.questions[next]?.choices.length === 0) document.getElementById(`${id}-${next}`)?.focus()
  }
  useFormShortcuts(props, { dispatch, step, save, focusNote: () => note.current?.focus() })
  return (
    // Only the Escape key is handled here, for all fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className={styles['form']}
      aria-label="Annotation"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      noValidate
    >
      <div className={styles['questions']}>
        <Questions forms={forms} state={state} id={id} dispatch={dispatch} />
        <div className={styles['question']}>
          <label htmlFor={`${id}-note`}>Note</label>
          <textarea
            ref={note}
            id={`${id}-note`}
            rows={2}
            value={state.note}
            placeholder="Visible to everyone who reads this annotation"
            onChange={(event) => dispatch({ type: 'note', note: event.target.value })}
          />
        </div>
      </div>
      <FormButtons {...props} />
    </form>
  )
}
