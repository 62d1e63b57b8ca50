// Finds records for the palette by part of a name, slug or id. The server searches.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useDebounced } from '../../ui/browser/use-debounced.ts'
import type { IconName } from '../../ui/icon.tsx'
import type { Api } from '../api.ts'
import { useSession } from '../session.tsx'
import type { Artifact } from '../versions/client.ts'
import { kindWords, type PageKind } from '../versions/kinds.ts'

interface RecordEntry {
  readonly name: string
  readonly note: string
  readonly icon: IconName
  readonly run: () => void
}

interface RecordMatch {
  readonly kind: PageKind | 'testset'
  readonly id: string
  readonly slug: string
  readonly name: string
}

const matchesMax = 8
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const slugPattern = /^[a-zA-Z0-9_-][a-zA-Z0-9_.-]*$/

/** Applications and evaluators are workflows with a role. */
function kindOfWorkflow({ flags }: Artifact): PageKind {
  if (flags?.['is_application'] === true) return 'application'
  return flags?.['is_evaluator'] === true ? 'evaluator' : 'workflow'
}

async function search(api: Api, text: string, signal: AbortSignal): Promise<readonly RecordMatch[]> {
  const list = async (kind: 'workflow' | 'query' | 'testset', request: object) =>
    (
      await api.versions(kind).list({ ...request, windowing: { limit: matchesMax } }, { signal })
    ).artifacts.map((artifact): RecordMatch => ({
      kind: kind === 'workflow' ? kindOfWorkflow(artifact) : kind,
      id: artifact.id,
      slug: artifact.slug,
      name: artifact.name ?? artifact.slug,
    }))
  const requests = idPattern.test(text)
    ? [{ refs: [{ id: text }] }]
    : [...(slugPattern.test(text) ? [{ filter: { slug: text } }] : []), { filter: { name: text } }]
  const records = await Promise.all(
    requests.flatMap((one) => (['workflow', 'testset', 'query'] as const).map((kind) => list(kind, one))),
  )
  return [...new Map(records.flat().map((one) => [one.id, one])).values()].slice(0, matchesMax)
}

export function useRecordEntries(searchText: string): readonly RecordEntry[] {
  const { api, session } = useSession()
  const navigate = useNavigate()
  const text = useDebounced(searchText.trim())
  const { data } = useQuery({
    queryKey: [session.project.id, 'palette', text],
    queryFn: ({ signal }) => search(api, text, signal),
    // One letter matches too many records.
    enabled: text.length > 1,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  return useMemo(() => {
    const project = session.project.slug
    const records = text.length > 1 ? (data ?? []) : []
    return records.map(({ kind, slug: artifactSlug, name }) => ({
      name,
      note: name === artifactSlug ? kind : `${kind} ${artifactSlug}`,
      icon: kind === 'testset' ? ('testsets' as const) : kindWords[kind].icon,
      run: () =>
        void (kind === 'testset'
          ? navigate({ to: '/p/$project/testsets/$testset', params: { project, testset: artifactSlug } })
          : navigate({
              to: `/p/$project/${kindWords[kind].path}/$artifact` as const,
              params: { project, artifact: artifactSlug },
              search: {},
            })),
    }))
  }, [data, navigate, session, text])
}
