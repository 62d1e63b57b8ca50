// The output of a subject beside the expected answer, with a word diff on demand.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from '../../app/failure.tsx'
import { useApi } from '../../app/session.tsx'
import { Button } from '../../ui/button.tsx'
import { ContentView } from '../../ui/content/content-view.tsx'
import { SideBySide } from '../../ui/diff/diff-view.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { outputsQuery } from './queries.ts'
import styles from './rows.module.css'

/** Loads the full output: a row has only its first characters. */
function WordDiff({ traceId, expected }: { traceId: string; expected: string }) {
  const outputs = useQuery(outputsQuery(useApi(), [traceId]))
  if (outputs.isError) return <Failure error={outputs.error} retry={() => void outputs.refetch()} />
  if (outputs.data === undefined) return <Skeleton rows={2} />
  return (
    <SideBySide
      before={expected}
      after={outputs.data.get(traceId) ?? ''}
      names={['Expected answer, compared', 'Output, compared']}
    />
  )
}

export function OutputPair({
  name,
  output,
  expected,
  traceId,
}: {
  name: string
  output: string
  expected: string
  traceId: string | undefined
}) {
  const [isDiff, setDiff] = useState(false)
  return (
    <>
      <div className={styles['pair']}>
        <div>
          <h4>Expected</h4>
          <ContentView value={expected} name={`${name}: expected`} role="assistant" />
        </div>
        <div>
          <h4>Output</h4>
          <ContentView value={output} name={name} role="assistant" />
        </div>
      </div>
      {traceId !== undefined && (
        <Button look="quiet" icon="diff" aria-expanded={isDiff} onClick={() => setDiff(!isDiff)}>
          {isDiff ? 'Hide differences' : 'Show differences'}
        </Button>
      )}
      {isDiff && traceId !== undefined && <WordDiff traceId={traceId} expected={expected} />}
    </>
  )
}
