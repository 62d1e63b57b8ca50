// Judgments of a span: those there are, and a form for one more.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useKeyNames, useMay, useSigned } from '../app/session.tsx'
import type { Span } from '../app/span.ts'
import { say, sayFailure } from '../app/toasts.tsx'
import { Button } from '../ui/button.tsx'
import { ago, exactTime } from '../ui/format.ts'
import { JsonView } from '../ui/json-view.tsx'
import { SchemaForm } from '../ui/schema-form.tsx'
import type { FormSchema } from '../ui/schema-fields.ts'
import type { Annotation } from './queries.ts'
import styles from './annotations.module.css'
import form from '../ui/form.module.css'

/** What is asked when no evaluator was chosen. */
const feedback: FormSchema = {
  type: 'object',
  properties: {
    correct: { type: 'boolean', title: 'Correct' },
    comment: { type: 'string', title: 'Comment' },
  },
}

interface EvaluatorChoice {
  readonly slug: string
  readonly name: string
  readonly schema: FormSchema | undefined
}

function useEvaluators(): readonly EvaluatorChoice[] {
  const { api, session } = useSigned()
  const { data } = useQuery({
    queryKey: [session.project.id, 'evaluators', 'forms'],
    queryFn: async ({ signal }) => {
      const { evaluator_revisions: revisions } = await api.evaluators.queryRevisions(
        { windowing: { limit: 200 } },
        { signal },
      )
      const seen = new Map<string, EvaluatorChoice>()
      for (const revision of revisions) {
        const record = revision as unknown as {
          readonly evaluator_slug?: string
          readonly slug: string
          readonly name?: string
          readonly data?: { readonly schemas?: { readonly outputs?: FormSchema } }
        }
        const slug = record.evaluator_slug ?? record.slug
        if (!seen.has(slug))
          seen.set(slug, { slug, name: record.name ?? slug, schema: record.data?.schemas?.outputs })
      }
      return [...seen.values()].filter(({ schema }) => schema?.properties !== undefined)
    },
    staleTime: 60_000,
  })
  return data ?? []
}

function NewAnnotation({ span }: { span: Span }) {
  const { api, session } = useSigned()
  const client = useQueryClient()
  const evaluators = useEvaluators()
  const [slug, setSlug] = useState('feedback')
  const chosen = evaluators.find((one) => one.slug === slug)
  const writing = useMutation({
    mutationFn: (outputs: Readonly<Record<string, unknown>>) =>
      api.annotations.create({
        annotation: {
          origin: 'human',
          channel: 'web',
          data: { outputs },
          references: { evaluator: { slug } },
          links: { invocation: { trace_id: span.trace_id, span_id: span.span_id } },
        },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [session.project.id, 'traces', 'annotations'] })
      say('The annotation is stored.')
    },
    onError: sayFailure,
  })
  return (
    <div className={styles['new']}>
      <div className={form['inline']}>
        <select aria-label="Evaluator" value={slug} onChange={(event) => setSlug(event.target.value)}>
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
      <SchemaForm
        key={`${slug} ${writing.submittedAt}`}
        schema={chosen?.schema ?? feedback}
        submit="Annotate"
        busy={writing.isPending}
        onSubmit={(outputs) => writing.mutate(outputs)}
      />
    </div>
  )
}

export function Annotations({ span, annotations }: { span: Span; annotations: readonly Annotation[] }) {
  const { api, session } = useSigned()
  const names = useKeyNames()
  const mayEdit = useMay('editor')
  const client = useQueryClient()
  const removal = useMutation({
    mutationFn: (traceId: string) => api.annotations.delete(traceId),
    onSuccess: () => client.invalidateQueries({ queryKey: [session.project.id, 'traces', 'annotations'] }),
    onError: sayFailure,
  })
  return (
    <>
      <ul className={styles['list']}>
        {annotations.map((annotation) => (
          <li key={annotation.trace_id}>
            <p>
              <b>{annotation.references?.['evaluator']?.slug ?? 'annotation'}</b>
              <span>
                {annotation.origin} · {names.get(annotation.created_by_id ?? '') ?? 'a key'}
                {annotation.created_at !== undefined && (
                  <time title={exactTime(annotation.created_at)}> · {ago(annotation.created_at)}</time>
                )}
              </span>
              {mayEdit && (
                <Button look="quiet" icon="trash" onClick={() => removal.mutate(annotation.trace_id)}>
                  Delete
                </Button>
              )}
            </p>
            <JsonView value={annotation.data?.outputs ?? {}} name="Outputs" />
          </li>
        ))}
      </ul>
      {annotations.length === 0 && <p className={styles['none']}>Nobody has judged this span yet.</p>}
      {mayEdit && <NewAnnotation span={span} />}
    </>
  )
}
