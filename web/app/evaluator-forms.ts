// Evaluators with an output schema, which people can fill in as a form.
import { recordsWith } from '../ui/records.ts'
import { useQuery } from '@tanstack/react-query'
import type { FormSchema } from '../ui/forms/schema-fields.ts'
import { useSession } from './session.tsx'

export interface EvaluatorForm {
  readonly slug: string
  readonly name: string
  readonly revisionId: string
  readonly schema: FormSchema
  /** Whether the evaluator is for human feedback: then it has no program. */
  readonly isForPeople: boolean
}

interface Revision {
  readonly id: string
  readonly evaluator_slug?: string
  readonly slug: string
  readonly name?: string
  readonly data?: { readonly uri?: string; readonly schemas?: { readonly outputs?: FormSchema } }
}

const isForPeople = ({ data }: Revision): boolean => /:custom:feedback:/.test(data?.uri ?? '')

/** The newest revision of each evaluator, human feedback first; undefined while loading. */
export function useEvaluatorForms(): readonly EvaluatorForm[] | undefined {
  const { api, session } = useSession()
  const { data } = useQuery({
    queryKey: [session.project.id, 'evaluators', 'forms'],
    queryFn: async ({ signal }) => {
      const windowing = { limit: 200 }
      const { evaluator_revisions: revisions } = await api.evaluators.queryRevisions(
        { windowing },
        { signal },
      )
      const forms = new Map<string, EvaluatorForm | undefined>()
      for (const revision of recordsWith<Revision>(revisions, 'id', 'slug')) {
        const slug = revision.evaluator_slug ?? revision.slug
        const schema = revision.data?.schemas?.outputs
        if (forms.has(slug)) continue
        const form = {
          slug,
          name: revision.name ?? slug,
          revisionId: revision.id,
          isForPeople: isForPeople(revision),
        }
        forms.set(slug, schema?.properties === undefined ? undefined : { ...form, schema })
      }
      return [...forms.values()]
        .filter((form) => form !== undefined)
        .toSorted((a, b) => Number(b.isForPeople) - Number(a.isForPeople) || a.name.localeCompare(b.name))
    },
    staleTime: 60_000,
  })
  return data
}
