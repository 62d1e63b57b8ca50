// Loads two revisions and shows their difference.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Failure } from '../../failure.tsx'
import { useSession } from '../../session.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import type { KindName } from '../kind-name.ts'
import { PayloadDiff } from './payload-diff.tsx'
import { revisionQuery } from '../queries.ts'
import styles from './revision-diff.module.css'

const emptyObject = {}

/** A link to the comparison of two testset revisions, which may have a million rows. */
function RowsDiff({ base, target }: { base: string; target: string }) {
  const { api, session } = useSession()
  const sides = useQuery({
    queryKey: [session.project.id, 'versions', 'testset', 'sides', base, target],
    queryFn: async ({ signal }) =>
      Promise.all(
        [base, target].map(
          async (id) =>
            (
              await api.testsets.fetchRevision(
                id,
                { include_testcases: false, include_testcase_ids: false },
                { signal },
              )
            ).testset_revision,
        ),
      ),
    staleTime: Infinity,
  })
  const [before, after] = sides.data ?? []
  if (sides.isError) return <Failure error={sides.error} retry={() => void sides.refetch()} />
  if (before === undefined || after === undefined) return <Skeleton rows={2} />
  return (
    <Link
      to="/p/$project/testsets/$testset/diff/$range"
      params={{
        project: session.project.slug,
        testset: after.testset_slug,
        range: `${before.variant_slug}@${before.version}..${after.variant_slug}@${after.version}`,
      }}
      search={{}}
      className={styles['rows']}
    >
      Compare rows <Icon name="right" size={12} />
    </Link>
  )
}

function PayloadsDiff({ kind, base, target }: { kind: KindName; base: string | undefined; target: string }) {
  const { api } = useSession()
  const after = useQuery(revisionQuery(api, kind, { revision: { id: target } }))
  const before = useQuery({
    ...revisionQuery(api, kind, { revision: { id: base ?? '' } }),
    enabled: base !== undefined,
  })
  const failedQuery = [after, before].find((one) => one.isError && one.data === undefined)
  if (failedQuery !== undefined)
    return <Failure error={failedQuery.error} retry={() => void failedQuery.refetch()} />
  if (after.data === undefined || (base !== undefined && before.data === undefined))
    return <Skeleton rows={4} />
  return <PayloadDiff before={before.data?.data ?? emptyObject} after={after.data?.data ?? emptyObject} />
}

export function RevisionDiff(sides: {
  kind: KindName
  /** The id of the previous revision; undefined: there is none. */
  base: string | undefined
  target: string
}) {
  if (sides.kind !== 'testset') return <PayloadsDiff {...sides} />
  return sides.base === undefined ? undefined : <RowsDiff base={sides.base} target={sides.target} />
}
