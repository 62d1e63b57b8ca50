// A form that annotates one span or several.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useReducer, useState, type FormEvent } from 'react'
import { AssayError, type Api } from '../app/api.ts'
import type { SpanLinks } from '../app/add-to-testset/links.ts'
import { useEvaluatorForms } from '../app/evaluator-forms.ts'
import { useSession } from '../app/session.tsx'
import { showToast, showFailure } from '../app/toasts.tsx'
import type { FormSchema } from '../ui/forms/schema-fields.ts'
import { Button } from '../ui/button.tsx'
import { annotationOf, emptyAnnotation, formReducer, initialForm } from '../ui/forms/questions/form-state.ts'
import { QuestionList } from '../ui/forms/questions/question-list.tsx'
import styles from './annotations.module.css'
import form from '../ui/form.module.css'

/** The form when no evaluator is selected. */
const feedback: FormSchema = {
  type: 'object',
  properties: {
    correct: { type: 'boolean', title: 'Correct' },
    comment: { type: 'string', title: 'Comment' },
  },
}

/**
 * Creates the evaluator. Otherwise the server would derive it from the first annotation, and require the same outputs
 * of all others.
 */
async function createFeedback(api: Api): Promise<void> {
  const data = { uri: 'agenta:custom:feedback:v0', schemas: { outputs: { ...feedback } } }
  try {
    await api.simpleEvaluators.create({ evaluator: { slug: 'feedback', name: 'feedback', data } })
  } catch (error) {
    // It exists already.
    if (!(error instanceof AssayError && error.status === 409)) throw error
  }
}

function EvaluatorSelect({
  evaluators,
  slug,
  onSlug,
}: {
  evaluators: NonNullable<ReturnType<typeof useEvaluatorForms>>
  slug: string
  onSlug: (slug: string) => void
}) {
  return (
    <div className={form['inline']}>
      <select aria-label="Evaluator" value={slug} onChange={(event) => onSlug(event.target.value)}>
        <option value="feedback">feedback</option>
        {evaluators
          .filter((one) => one.slug !== 'feedback')
          .map((one) => (
            <option key={one.slug} value={one.slug}>
              {one.name}
            </option>
          ))}
      </select>
    </div>
  )
}

/** `outputs` are the answers to the questions of the schema. */
function OutputsForm({
  schema,
  isBusy,
  onSubmit,
}: {
  schema: FormSchema
  isBusy: boolean
  onSubmit: (outputs: Readonly<Record<string, unknown>>) => void
}) {
  const [state, dispatch] = useReducer(formReducer, undefined, () =>
    initialForm([{ stepKey: 'annotation', name: '', schema }], emptyAnnotation),
  )
  const id = useId()
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const result = annotationOf(state)
    if ('errors' in result) dispatch({ type: 'refuse', errors: result.errors })
    else onSubmit(result.annotation.outputs['annotation'] ?? {})
  }
  return (
    <form className={form['form']} onSubmit={handleSubmit} noValidate>
      <QuestionList state={state} id={id} dispatch={dispatch} />
      <div className={form['actions']}>
        <Button type="submit" look="main" disabled={isBusy}>
          Annotate
        </Button>
      </div>
    </form>
  )
}

export function NewAnnotation({ links, onDone }: { links: SpanLinks; onDone?: () => void }) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const evaluators = useEvaluatorForms() ?? []
  const [slug, setSlug] = useState('feedback')
  /** Resets the form after an annotation was stored, not after a refused one. */
  const [storedCount, setStoredCount] = useState(0)
  const evaluator = evaluators.find((one) => one.slug === slug)
  const writeMutation = useMutation({
    mutationFn: async (outputs: Readonly<Record<string, unknown>>) => {
      if (evaluator === undefined) await createFeedback(api)
      for (const invocation of links) {
        await api.annotations.create({
          annotation: {
            origin: 'human',
            channel: 'web',
            data: { outputs },
            references: { evaluator: { slug } },
            links: { invocation },
          },
        })
      }
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [session.project.id, 'traces', 'annotations'] })
      showToast(links.length === 1 ? 'Annotation saved.' : `${links.length} annotations saved.`)
      setStoredCount(storedCount + 1)
      onDone?.()
    },
    onError: showFailure,
  })
  return (
    <div className={styles['new']}>
      <EvaluatorSelect evaluators={evaluators} slug={slug} onSlug={setSlug} />
      <OutputsForm
        key={`${slug} ${storedCount}`}
        schema={evaluator?.schema ?? feedback}
        isBusy={writeMutation.isPending}
        onSubmit={(outputs) => writeMutation.mutate(outputs)}
      />
    </div>
  )
}
