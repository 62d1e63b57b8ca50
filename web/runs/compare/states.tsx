// Notices for comparisons that are not possible, with the next step.
import { AssayError } from '../../app/api.ts'
import { Failure } from '../../app/failure.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

export const isRefusedWith = (error: unknown, code: string): boolean =>
  error instanceof AssayError && error.code === code

/** Some runs of the URL do not exist. */
export function MissingRuns({
  missingCount,
  remainingCount,
  onCompareRemaining,
}: {
  missingCount: number
  remainingCount: number
  onCompareRemaining: () => void
}) {
  return (
    <Notice
      icon="runs"
      title={
        remainingCount === 0
          ? 'Runs not found'
          : missingCount === 1
            ? 'One run was not found'
            : 'Some runs were not found'
      }
    >
      <p>{missingCount === 1 ? 'It' : 'They'} may have been deleted or belong to another project.</p>
      <Button onClick={onCompareRemaining}>
        {remainingCount === 0 ? 'Choose other runs' : 'Compare the others'}
      </Button>
    </Notice>
  )
}

/** The server refused the comparison. Runs of different testset versions can be matched by row. */
export function FailedComparison({
  error,
  retry,
  onMatch,
}: {
  error: unknown
  retry: () => void
  onMatch: () => void
}) {
  if (!isRefusedWith(error, 'reference_mismatch')) return <Failure error={error} retry={retry} />
  return (
    <Notice icon="testsets" title="These runs have different rows">
      <p>
        The runs use different versions of a testset, or different testsets. Rows can be matched by their
        dedup id, which stays the same when a row is edited.
      </p>
      <Button onClick={onMatch}>Match by dedup id</Button>
    </Notice>
  )
}

export function NoCommonRows({ names }: { names: readonly [string, string] }) {
  return (
    <Notice icon="testsets" title="No common rows">
      <p>
        {names[0]} and {names[1]} have no row with the same metric.
      </p>
    </Notice>
  )
}
