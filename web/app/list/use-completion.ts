// What a filter of this project can be completed with: the fields of all spans, the attributes that were seen in the range of
// time, and the values of the one that is being typed.
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

/** Fields whose values are attributes under another name. */
const keyOf = (field: string): string | undefined => {
  if (field === 'session_id') return 'ag.session.id'
  if (field === 'user_id') return 'ag.user.id'
  return field.startsWith('attributes.') ? field.slice('attributes.'.length) : undefined
}

export function useCompletion(range: string): {
  /** Somebody is about to type: from now on the attributes are looked for. */
  readonly begin: () => void
  readonly fields: readonly Field[]
  readonly valuesOf: (field: string) => readonly string[]
} {
  const { api, session } = useSession()
  const client = useQueryClient()
  const [begun, setBegun] = useState(false)
  const [, setAsked] = useState(0)
  const root = [session.project.id, 'completion', range] as const
  const { data } = useQuery({
    queryKey: [...root, 'keys'],
    queryFn: async ({ signal }) =>
      (await api.spans.queryAttributes({ limit: 500, windowing: windowOf(range) }, { signal })).attributes ??
      [],
    enabled: begun,
    staleTime: 60_000,
  })
  const evaluators = useEvaluatorForms()
  const fields = useMemo(() => {
    const known = new Set(spanFields.map(({ name }) => name))
    const seen = (data ?? []).map(({ key, types, count }) => ({
      name: `attributes.${key}`,
      about: `in ${count} spans`,
      type: typeOf(types),
    }))
    const outputs = (evaluators ?? []).flatMap(({ slug, name, schema }) =>
      Object.entries(schema.properties ?? {}).map(([output, { type }]) => ({
        name: `annotation.${slug}.${output}`,
        about: `judged by ${name}`,
        ...outputType(type),
      })),
    )
    return [...spanFields, ...outputs, ...seen.filter(({ name }) => !known.has(name))]
  }, [data, evaluators])
  const valuesOf = (field: string): readonly string[] => {
    const key = keyOf(field)
    if (key === undefined) return []
    const queryKey = [...root, 'values', key]
    const found = client.getQueryData<readonly string[]>(queryKey)
    if (found !== undefined) return found
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
      // A filter can be typed without suggestions; a failure here is told by the list that is filtered.
      .then(
        () => setAsked((asked) => asked + 1),
        () => undefined,
      )
    return []
  }
  return { begin: () => setBegun(true), fields, valuesOf }
}
