// Suggestions for the filters of this project: the fields of spans, the attributes in the time range, and the values of the
// field at the caret.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Field } from '../../ui/filter/completion.ts'
import { boundsOfRange } from '../analytics/analytics.ts'
import { spanFields } from './filter-fields.ts'
import { useEvaluatorForms } from '../evaluator-forms.ts'
import { useSession } from '../session.tsx'

const typeOf = (types: readonly string[]): Field['type'] =>
  types.length === 1 && types[0] === 'number' ? 'number' : 'text'

const outputType = (type: unknown): Pick<Field, 'type' | 'values'> => {
  if (type === 'boolean') return { type: 'word', values: ['true', 'false'] }
  return { type: type === 'number' || type === 'integer' ? 'number' : 'text' }
}

const windowOf = (range: string) => {
  const { oldest, newest } = boundsOfRange(range)
  return { oldest: new Date(oldest).toISOString(), newest: new Date(newest).toISOString() }
}

/** The attribute that stores the values of a field. */
const keyOf = (field: string): string | undefined => {
  if (field === 'session_id') return 'ag.session.id'
  if (field === 'user_id') return 'ag.user.id'
  return field.startsWith('attributes.') ? field.slice('attributes.'.length) : undefined
}

export function useCompletion(range: string): {
  /** Call it when a person starts to type: it loads the attributes. */
  readonly begin: () => void
  readonly fields: readonly Field[]
  readonly valuesOf: (field: string) => readonly string[]
} {
  const { api, session } = useSession()
  const client = useQueryClient()
  const [isActive, setIsActive] = useState(false)
  const [, setLoadCount] = useState(0)
  const root = [session.project.id, 'completion', range] as const
  const { data } = useQuery({
    queryKey: [...root, 'keys'],
    queryFn: async ({ signal }) =>
      (await api.spans.queryAttributes({ limit: 500, windowing: windowOf(range) }, { signal })).attributes ??
      [],
    enabled: isActive,
    staleTime: 60_000,
  })
  const evaluators = useEvaluatorForms()
  const fields = useMemo(() => {
    const builtInNames = new Set(spanFields.map(({ name }) => name))
    const attributes = (data ?? []).map(({ key, types, count }) => ({
      name: `attributes.${key}`,
      description: `in ${count} spans`,
      type: typeOf(types),
    }))
    const outputs = (evaluators ?? []).flatMap(({ slug, name, schema }) =>
      Object.entries(schema.properties ?? {}).map(([output, { type }]) => ({
        name: `annotation.${slug}.${output}`,
        description: `output of ${name}`,
        ...outputType(type),
      })),
    )
    return [...spanFields, ...outputs, ...attributes.filter(({ name }) => !builtInNames.has(name))]
  }, [data, evaluators])
  const valuesOf = (field: string): readonly string[] => {
    const key = keyOf(field)
    if (key === undefined) return []
    const queryKey = [...root, 'values', key]
    const cachedValues = client.getQueryData<readonly string[]>(queryKey)
    if (cachedValues !== undefined) return cachedValues
    void client
      .fetchQuery({
        queryKey,
        queryFn: async ({ signal }) => {
          const { values = [] } = await api.spans.queryAttributes(
            { key, limit: 50, windowing: windowOf(range) },
            { signal },
          )
          return values.map(({ value }) => value)
        },
        staleTime: 60_000,
      })
      // A filter can be typed without suggestions; the list itself shows the failure.
      .then(
        () => setLoadCount((loadCount) => loadCount + 1),
        () => undefined,
      )
    return []
  }
  return { begin: () => setIsActive(true), fields, valuesOf }
}
