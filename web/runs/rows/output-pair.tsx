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
function WordDiff({ traceId, expectedAnswer }: { traceId: string; expectedAnswer: string }) {
  const outputs = useQuery(outputsQuery(useApi(), [traceId]))
  if (outputs.isError) return <Failure error={outputs.error} retry={() => void outputs.refetch()} />
  if (outputs.data === undefined) return <Skeleton rows={2} />
  return (
    <SideBySide
      before={expectedAnswer}
      after={outputs.data.get(traceId) ?? ''}
      names={['Expected answer, compared', 'Output, compared']}
    />
  )
}

export function OutputPair({
  name,
  output,
  expectedAnswer,
  traceId,
}: {
  name: string
  output: string
  expectedAnswer: string
  traceId: string | undefined
}) {
  const [isDiffOpen, setDiffOpen] = useState(false)
  return (
    <>
      <div className={styles['pair']}>
        <div>
          <h4>Expected</h4>
          <ContentView value={expectedAnswer} name={`${name}: expected`} role="assistant" />
        </div>
        <div>
          <h4>Output</h4>
          <ContentView value={output} name={name} role="assistant" />
        </div>
      </div>
      {traceId !== undefined && (
        <Button look="quiet" icon="diff" aria-expanded={isDiffOpen} onClick={() => setDiffOpen(!isDiffOpen)}>
          {isDiffOpen ? 'Hide differences' : 'Show differences'}
        </Button>
      )}
      {isDiffOpen && traceId !== undefined && <WordDiff traceId={traceId} expectedAnswer={expectedAnswer} />}
    </>
  )
}
