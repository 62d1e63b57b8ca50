// What the palette finds by its name beside pages: testsets, which people open by name all day.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { IconName } from '../ui/icon.tsx'
import { useSigned } from './session.tsx'

interface RecordEntry {
  readonly name: string
  readonly note: string
  readonly icon: IconName
  readonly run: () => void
}

const namesMax = 500

/** Asked for when the palette is opened, and kept for a while. */
export function useRecordEntries(): readonly RecordEntry[] {
  const { api, session } = useSigned()
  const navigate = useNavigate()
  const { data } = useQuery({
    queryKey: [session.project.id, 'testsets', 'palette'],
    queryFn: async ({ signal }) =>
      (await api.testsets.query({ windowing: { limit: namesMax } }, { signal })).testsets,
    staleTime: 30_000,
  })
  return useMemo(
    () =>
      (data ?? []).map(({ slug, name }) => ({
        name: name ?? slug,
        note: 'testset',
        icon: 'testsets',
        run: () =>
          void navigate({
            to: '/p/$project/testsets/$testset',
            params: { project: session.project.slug, testset: slug },
          }),
      })),
    [data, navigate, session],
  )
}
