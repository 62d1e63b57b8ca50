// Two revisions by their ids, read and compared.
import { useQuery } from '@tanstack/react-query'
import { Failure } from '../failure.tsx'
import { useSigned } from '../session.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import type { KindName } from './kind-name.ts'
import { PayloadDiff } from './payload-diff.tsx'
import { revisionQuery } from './queries.ts'

const nothing = {}

export function RevisionDiff({
  kind,
  base,
  target,
}: {
  kind: KindName
  /** Undefined: nothing was there before. */
  base: string | undefined
  target: string
}) {
  const { api, session } = useSigned()
  const project = session.project.id
  const after = useQuery(revisionQuery(api, project, kind, { revision: { id: target } }))
  const before = useQuery({
    ...revisionQuery(api, project, kind, { revision: { id: base ?? '' } }),
    enabled: base !== undefined,
  })
  const failed = [after, before].find((one) => one.isError && one.data === undefined)
  if (failed !== undefined) return <Failure error={failed.error} retry={() => void failed.refetch()} />
  if (after.data === undefined || (base !== undefined && before.data === undefined))
    return <Skeleton rows={4} />
  return <PayloadDiff before={before.data?.data ?? nothing} after={after.data?.data ?? nothing} />
}
