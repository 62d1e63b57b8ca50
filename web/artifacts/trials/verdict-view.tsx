// Renders the outputs of an evaluator, the score first.
import type { Outcome } from '../../app/trials/program.ts'
import { FailureView, OutcomeFoot } from '../../app/trials/outcome-view.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ContentView } from '../../ui/content/content-view.tsx'
import { verdictOf } from '../../app/trials/verdict.ts'
import styles from './trials.module.css'

const scoreText = (score: number): string => String(Math.round(score * 1000) / 1000)

function Outputs({ outputs }: { outputs: unknown }) {
  const { score, success, reasoning, rest } = verdictOf(outputs)
  return (
    <>
      <p className={styles['score']}>
        {score !== undefined && <b>{scoreText(score)}</b>}
        {success !== undefined && (
          <span data-good={success}>
            <Icon name={success ? 'check' : 'cross'} size={14} /> {success ? 'passed' : 'failed'}
          </span>
        )}
      </p>
      {reasoning !== undefined && <ContentView value={reasoning} name="Reasoning" role="assistant" />}
      {Object.keys(rest).length > 0 && <ContentView value={rest} name="Other outputs" role="tool" />}
    </>
  )
}

export function VerdictView({ outcome }: { outcome: Outcome }) {
  return (
    <div className={styles['verdict']}>
      {'failure' in outcome ? <FailureView outcome={outcome} /> : <Outputs outputs={outcome.outputs} />}
      <OutcomeFoot outcome={outcome} />
    </div>
  )
}
