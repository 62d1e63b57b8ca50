// The filter of a saved query with a link to its traces.
import { membersOf } from '../ui/records.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Failure } from '../app/failure.tsx'
import { useSession } from '../app/session.tsx'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/notice.tsx'
import type { PanelProps } from './tabs.ts'
import styles from './page.module.css'

export function QueryTraces({ revision }: PanelProps) {
  const { api, session } = useSession()
  const filtering = membersOf(revision.data?.['filtering'])
  const focus = membersOf(revision.data?.['formatting'])['focus']
  const filter = useQuery({
    queryKey: [session.project.id, 'filter text', revision.id],
    queryFn: async ({ signal }) =>
      (await api.spans.translateFilter({ filtering, focus: focus === 'span' ? 'span' : 'trace' }, { signal }))
        .filter,
  })
  if (filter.isError) return <Failure error={filter.error} retry={() => void filter.refetch()} />
  if (filter.data === undefined) return <Skeleton rows={2} />
  return (
    <div className={styles['query']}>
      <pre>{filter.data === '' ? 'No conditions: matches all traces' : filter.data}</pre>
      <Link
        className={styles['go']}
        to="/p/$project/traces"
        params={{ project: session.project.slug }}
        search={{
          // Sort, columns and range of this version, as in traces/views.
          ...membersOf(revision.meta?.['view']),
          ...(filter.data === '' ? {} : { filter: filter.data }),
          ...(focus === 'span' ? { focus: 'spans' as const } : {}),
        }}
      >
        Show traces <Icon name="right" size={12} />
      </Link>
    </div>
  )
}
