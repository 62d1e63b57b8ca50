// The form of a queue: the questions of its evaluators, answered by keys or by the mouse, and a note.
import { useId, useReducer, useRef, type Dispatch, type KeyboardEvent } from 'react'
import { useShortcuts } from '../app/shortcuts.ts'
import { Button } from '../ui/button.tsx'
import {
  annotationOf,
  formReducer,
  initialForm,
  type Annotation,
  type FormAction,
} from '../ui/forms/questions/form-state.ts'
import { QuestionList } from '../ui/forms/questions/question-list.tsx'
import type { StepForm } from '../ui/forms/questions/questions.ts'
import questions from '../ui/forms/questions/questions.module.css'
import styles from './queue-page.module.css'

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
  /** Whether the same person has annotated the item before. */
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
      label: `Choose answer ${i + 1}`,
      run: () => form.dispatch({ type: 'digit', digit: i + 1 }),
    })),
    { id: 'question below', keys: 'arrowdown', label: 'Next question', run: () => form.step(1) },
    { id: 'question above', keys: 'arrowup', label: 'Previous question', run: () => form.step(-1) },
    { id: 'save judgement', keys: 'mod+enter', label: 'Save and next', run: form.save },
    { id: 'undo judgement', keys: 'u', label: 'Undo the last annotation', run: onUndo },
    { id: 'skip item', keys: 's', label: 'Skip the item', run: () => !isBusy && onSkip() },
    { id: 'note', keys: 'n', label: 'Write a note', run: form.focusNote },
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

export function AnnotationForm(props: FormProps) {
  const { forms, initial, isBusy, onSave } = props
  const [state, dispatch] = useReducer(formReducer, undefined, () => initialForm(forms, initial))
  const id = useId()
  const note = useRef<HTMLTextAreaElement>(null)
  const save = (): void => {
    if (isBusy) return
    const result = annotationOf(state)
    if ('errors' in result) dispatch({ type: 'refuse', errors: result.errors })
    else onSave(result.annotation)
  }
  const step = (by: 1 | -1): void => {
    const next = formReducer(state, { type: 'step', by }).currentIndex
    dispatch({ type: 'step', by })
    // A question without choices gets the focus: its answer is typed.
    if (state.questions[next]?.field.choices.length === 0) document.getElementById(`${id}-${next}`)?.focus()
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
        <QuestionList state={state} id={id} dispatch={dispatch} hasDigits />
        <div className={questions['question']}>
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
