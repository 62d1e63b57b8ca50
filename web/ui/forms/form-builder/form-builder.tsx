// web/ui/forms/form-builder: edits the questions of a form for people. question-schema.ts and builder-state.ts are
// pure: questions to and from a JSON Schema, and the reducer. Start here.
//
// The questions on the left, the form as annotators see it on the right.
import { useId, useReducer } from 'react'
import { Button } from '../../button.tsx'
import type { FormSchema } from '../schema-fields.ts'
import { emptyAnnotation, formReducer, initialForm } from '../questions/form-state.ts'
import { QuestionList } from '../questions/question-list.tsx'
import {
  builderOf,
  builderReducer,
  errorsOf,
  formOf,
  isComplete,
  type BuilderState,
} from './builder-state.ts'
import { QuestionCard } from './question-card.tsx'
import { schemaOfForm, type BuilderForm } from './question-schema.ts'
import styles from './form-builder.module.css'

function AnswerableForm({ schema }: { schema: FormSchema }) {
  const [state, dispatch] = useReducer(formReducer, undefined, () =>
    initialForm([{ stepKey: 'preview', name: '', schema }], emptyAnnotation),
  )
  const id = useId()
  return <QuestionList state={state} id={id} dispatch={dispatch} />
}

/** The form as annotators see it; its answers are not stored. */
export function FormPreview({ schema }: { schema: FormSchema }) {
  const isEmpty = Object.keys(schema.properties ?? {}).length === 0
  return (
    <section className={styles['preview']} aria-label="Preview">
      <h3>Preview</h3>
      {isEmpty ? <p>No questions yet.</p> : <AnswerableForm key={JSON.stringify(schema)} schema={schema} />}
    </section>
  )
}

/** A new form has one empty question. */
const newForm: BuilderState = builderReducer(builderOf({ questions: [], rest: {} }), { type: 'add' })

export interface BuiltForm {
  /** The schema of the form; undefined while an answer has no name, or two have the same. */
  readonly schema: FormSchema | undefined
  /** Whether every question is valid. */
  readonly isComplete: boolean
}

function builtForm(state: BuilderState): BuiltForm {
  const hasNames = state.items.every((item) => errorsOf(state, item).name === undefined)
  return { schema: hasNames ? schemaOfForm(formOf(state)) : undefined, isComplete: isComplete(state) }
}

export function FormBuilder({
  initial,
  showsErrors,
  onForm,
}: {
  /** Questions at the start, which the component owns afterwards; absent: a new form. */
  initial?: BuilderForm
  showsErrors: boolean
  onForm: (form: BuiltForm) => void
}) {
  const [state, dispatch] = useReducer(builderReducer, initial, (form) =>
    form === undefined ? newForm : builderOf(form),
  )
  const apply = (action: Parameters<typeof builderReducer>[1]): void => {
    dispatch(action)
    onForm(builtForm(builderReducer(state, action)))
  }
  return (
    <div className={styles['builder']}>
      <div className={styles['questions']}>
        <ol aria-label="Questions">
          {state.items.map(({ id }, index) => (
            <QuestionCard key={id} state={state} index={index} showsErrors={showsErrors} dispatch={apply} />
          ))}
        </ol>
        <div className={styles['actions']}>
          <Button icon="plus" onClick={() => apply({ type: 'add' })}>
            Add question
          </Button>
          {state.removal !== undefined && (
            <Button icon="undo" look="quiet" onClick={() => apply({ type: 'restore' })}>
              Restore “{state.removal.item.question.label}”
            </Button>
          )}
        </div>
      </div>
      <FormPreview schema={schemaOfForm(formOf(state))} />
    </div>
  )
}
