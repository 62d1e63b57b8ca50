// web/app/feedback: forms for human feedback, created in the catalog and from a new queue.
//
// Creates an evaluator for human feedback: its name and its questions.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useSession } from '../session.tsx'
import { showFailure, showToast } from '../toasts.tsx'
import type { Artifact } from '../versions/client.ts'
import { toJson } from '../versions/delta.ts'
import { useVersionsRefetch } from '../versions/queries.ts'
import { Button } from '../../ui/button.tsx'
import { FormBuilder, type BuiltForm } from '../../ui/forms/form-builder/form-builder.tsx'
import { formText } from '../../ui/forms/form-text.ts'
import { NameFields } from '../../ui/forms/name-fields.tsx'
import type { FormSchema } from '../../ui/forms/schema-fields.ts'
import form from '../../ui/form.module.css'

interface NewForm {
  readonly name: string
  readonly slug: string
  readonly schema: FormSchema
}

function useCreateFeedback(onCreated: (evaluator: Artifact) => void) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const refetch = useVersionsRefetch()
  return useMutation({
    mutationFn: ({ name, slug, schema }: NewForm) =>
      api.versions('evaluator').create({
        name,
        ...(slug === '' ? {} : { slug }),
        data: { uri: 'assay:custom:feedback:v0', schemas: { outputs: toJson(schema) } },
      }),
    onSuccess: async (evaluator) => {
      await Promise.all([
        refetch(),
        client.invalidateQueries({ queryKey: [session.project.id, 'evaluators', 'forms'] }),
      ])
      showToast(`Created ${evaluator.name ?? evaluator.slug}.`)
      onCreated(evaluator)
    },
    onError: showFailure,
  })
}

export function NewFeedback({
  onCreated,
  onCancel,
}: {
  onCreated: (evaluator: Artifact) => void
  onCancel?: () => void
}) {
  const [builtForm, setBuiltForm] = useState<BuiltForm>()
  const [showsErrors, setShowsErrors] = useState(false)
  const createMutation = useCreateFeedback(onCreated)
  const element = useRef<HTMLFormElement>(null)
  // The form replaces another one, so it takes the focus.
  const isInPlace = onCancel !== undefined
  useEffect(() => {
    if (isInPlace) element.current?.querySelector('input')?.focus()
  }, [isInPlace])
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setShowsErrors(true)
    if (builtForm?.schema === undefined || !builtForm.isComplete) return
    const formElement = event.currentTarget
    createMutation.mutate({
      name: formText(formElement, 'name'),
      slug: formText(formElement, 'slug'),
      schema: builtForm.schema,
    })
  }
  return (
    <form ref={element} className={form['form']} onSubmit={onSubmit} aria-label="New feedback form">
      <NameFields example="Helpful answer" />
      <FormBuilder showsErrors={showsErrors} onForm={setBuiltForm} />
      <div className={form['actions']}>
        {onCancel !== undefined && <Button onClick={onCancel}>Back</Button>}
        <Button type="submit" look="main" disabled={createMutation.isPending}>
          Create form
        </Button>
      </div>
    </form>
  )
}
