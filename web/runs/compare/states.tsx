// When runs cannot be held side by side: why, and what to do about it.
import { AssayError } from '../../app/api.ts'
import { Failure } from '../../app/failure.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

export const isRefusedWith = (error: unknown, code: string): boolean =>
  error instanceof AssayError && error.code === code

/** Some of the runs that the address names are not there. */
export function RunsGone({ gone, left, onLeft }: { gone: number; left: number; onLeft: () => void }) {
  return (
    <Notice
      icon="runs"
      title={
        left === 0
          ? 'None of these runs is there'
          : gone === 1
            ? 'One of these runs is not there'
            : 'Some of these runs are not there'
      }
    >
      <p>
        {gone === 1 ? 'It may have been deleted, or belongs' : 'They may have been deleted, or belong'} to
        another project.
      </p>
      <Button onClick={onLeft}>
        {left === 0 ? 'Choose others' : gone === 1 ? 'Go on without it' : 'Go on without them'}
      </Button>
    </Notice>
  )
}

/** The comparison was refused: for other rows there is a way. */
export function ComparisonFailed({
  error,
  retry,
  onMatched,
}: {
  error: unknown
  retry: () => void
  onMatched: () => void
}) {
  if (!isRefusedWith(error, 'reference_mismatch')) return <Failure error={error} retry={retry} />
  return (
    <Notice icon="testsets" title="These runs are over other rows">
      <p>
        They name other versions of a testset, or other testsets. Rows can be matched by what stays when they
        are edited.
      </p>
      <Button onClick={onMatched}>Match rows of other versions</Button>
    </Notice>
  )
}

export function NothingInCommon({ names }: { names: readonly [string, string] }) {
  return (
    <Notice icon="testsets" title="No row in common">
      <p>
        {names[0]} and {names[1]} have judged no row alike: there is nothing to hold side by side.
      </p>
    </Notice>
  )
}
