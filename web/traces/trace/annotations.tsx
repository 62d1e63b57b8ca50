// The annotations of a span, and a form for a new one.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useKeyNames, useHasRole, useSession } from '../../app/session.tsx'
import type { Span } from '../../app/spans/span.ts'
import { showFailure } from '../../app/toasts.tsx'
import { Button } from '../../ui/button.tsx'
import { ago, exactTime } from '../../ui/format.ts'
import { JsonView } from '../../ui/json/json-view.tsx'
import { NewAnnotation } from '../new-annotation.tsx'
import type { Annotation } from '../queries.ts'
import styles from '../annotations.module.css'

export function Annotations({ span, annotations }: { span: Span; annotations: readonly Annotation[] }) {
  const { api, session } = useSession()
  const names = useKeyNames()
  const canEdit = useHasRole('editor')
  const client = useQueryClient()
  const deleteMutation = useMutation({
    mutationFn: (traceId: string) => api.annotations.delete(traceId),
    onSuccess: () => client.invalidateQueries({ queryKey: [session.project.id, 'traces', 'annotations'] }),
    onError: showFailure,
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
              {canEdit && (
                <Button look="quiet" icon="trash" onClick={() => deleteMutation.mutate(annotation.trace_id)}>
                  Delete
                </Button>
              )}
            </p>
            <JsonView value={annotation.data?.outputs ?? {}} name="Outputs" />
            {annotation.meta?.note !== undefined && <p className={styles['note']}>{annotation.meta.note}</p>}
          </li>
        ))}
      </ul>
      {annotations.length === 0 && <p className={styles['none']}>No annotations yet.</p>}
      {canEdit && <NewAnnotation links={[{ trace_id: span.trace_id, span_id: span.span_id }]} />}
    </>
  )
}
