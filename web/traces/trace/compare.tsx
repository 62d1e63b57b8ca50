// The selected span beside the one that does the same in another trace: what it took, and what differs in what went in and
// came out.
import { useQuery } from '@tanstack/react-query'
import { useMemo, type FormEvent } from 'react'
import { useSigned } from '../../app/session.tsx'
import { agOf, costOf, durationMs, errorsOf, modelOf, tokensOf, type Span } from '../../app/span.ts'
import { Failure } from '../../app/failure.tsx'
import { Button } from '../../ui/button.tsx'
import { DiffView } from '../../ui/diff-view.tsx'
import { count, duration, money } from '../../ui/format.ts'
import { copyText } from '../../ui/json-rows.ts'
import { Skeleton } from '../../ui/notice.tsx'
import { typedIn } from '../../ui/typed-in.ts'
import { counterpart } from './counterpart.ts'
import { outlineOf, type Outline } from './outline.ts'
import { outlineQuery, spanQuery } from '../queries.ts'
import { Section } from '../../app/span-content.tsx'
import form from '../../ui/form.module.css'
import styles from './span-detail.module.css'

export interface ComparedWith {
  /** The other trace, as it stands in the address. */
  readonly traceId: string | undefined
  readonly onTraceId: (traceId: string | undefined) => void
  readonly previous: string | undefined
  readonly next: string | undefined
}

const facts: readonly (readonly [string, (span: Span) => string])[] = [
  ['Duration', (span) => duration(durationMs(span))],
  ['Tokens', (span) => (tokensOf(span) === undefined ? '–' : count(tokensOf(span)))],
  ['Cost', (span) => (costOf(span) === undefined ? '–' : money(costOf(span)))],
  ['Errors', (span) => count(errorsOf(span))],
  ['Model', (span) => modelOf(span) ?? '–'],
]

function Differences({ span, other }: { span: Span; other: Span }) {
  const data = agOf(span).data ?? {}
  const others = agOf(other).data ?? {}
  const parts = (['inputs', 'outputs', 'parameters'] as const).filter(
    (part) => data[part] !== undefined || others[part] !== undefined,
  )
  return (
    <>
      <table className={styles['compared']}>
        <thead>
          <tr>
            <td />
            <th scope="col">Other</th>
            <th scope="col">This</th>
          </tr>
        </thead>
        <tbody>
          {facts.map(([name, read]) => (
            <tr key={name} data-differs={read(span) !== read(other)}>
              <th scope="row">{name}</th>
              <td>{read(other)}</td>
              <td>{read(span)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {parts.map((part) => (
        <Section key={part} title={`${part.charAt(0).toUpperCase()}${part.slice(1)}`}>
          <DiffView
            name={`Differences of ${part}`}
            before={copyText(others[part] ?? '')}
            after={copyText(data[part] ?? '')}
          />
        </Section>
      ))}
    </>
  )
}

function Compared({ span, outline, traceId }: { span: Span; outline: Outline; traceId: string }) {
  const { api, session } = useSigned()
  const trace = useQuery(outlineQuery(api, session.project.id, traceId))
  const otherOutline = useMemo(() => outlineOf(trace.data ?? []), [trace.data])
  const otherId = counterpart(outline, otherOutline, span.span_id) ?? ''
  const other = useQuery(spanQuery(api, session.project.id, traceId, otherId))
  const failed = trace.isError ? trace : other.isError ? other : undefined
  if (failed !== undefined) return <Failure error={failed.error} retry={() => void failed.refetch()} />
  if (trace.data !== undefined && otherId === '') {
    return <p className={styles['nothing']}>That trace has no span that does what this one does.</p>
  }
  if (other.data === undefined || other.data === null) return <Skeleton />
  return <Differences span={span} other={other.data} />
}

export function Compare({ span, outline, other }: { span: Span; outline: Outline; other: ComparedWith }) {
  const { traceId, onTraceId, previous, next } = other
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const typed = typedIn(event.currentTarget, 'trace').trim().toLowerCase()
    onTraceId(typed === '' ? undefined : typed)
  }
  return (
    <>
      <form className={form['inline']} onSubmit={submitted}>
        <input
          key={traceId}
          name="trace"
          aria-label="Id of another trace"
          placeholder="Id of another trace"
          defaultValue={traceId ?? ''}
          spellCheck={false}
        />
        <Button type="submit">Compare</Button>
        <Button disabled={previous === undefined} onClick={() => onTraceId(previous)}>
          With the newer
        </Button>
        <Button disabled={next === undefined} onClick={() => onTraceId(next)}>
          With the older
        </Button>
      </form>
      {traceId === undefined ? (
        <p className={styles['nothing']}>
          Choose a trace: its span of the same name and place is put beside this one.
        </p>
      ) : (
        <Compared span={span} outline={outline} traceId={traceId} />
      )}
    </>
  )
}
