// Compares two traces: their waterfalls span by span, and the measures, inputs and outputs of the selected span and its match.
import { useQuery } from '@tanstack/react-query'
import { useMemo, type FormEvent } from 'react'
import { useSession } from '../../app/session.tsx'
import { agOf, costOf, durationMs, errorsOf, modelOf, tokensOf, type Span } from '../../app/spans/span.ts'
import { Failure } from '../../app/failure.tsx'
import { Button } from '../../ui/button.tsx'
import { DiffLayoutSwitch } from '../../ui/diff/diff-layout.tsx'
import { DiffView } from '../../ui/diff/diff-view.tsx'
import { count, duration, money } from '../../ui/format.ts'
import { copyText } from '../../ui/json/json-rows.ts'
import { Skeleton } from '../../ui/notice.tsx'
import { formText } from '../../ui/forms/form-text.ts'
import { ComparedTree } from './compared-tree.tsx'
import { counterpart } from './counterpart.ts'
import { outlineOf } from './build-outline.ts'
import type { Outline } from './outline.ts'
import { outlineQuery, spanQuery } from '../queries.ts'
import { Section } from '../../app/spans/span-content.tsx'
import form from '../../ui/form.module.css'
import styles from './span-detail.module.css'

export interface OtherTrace {
  /** The other trace, as in the URL. */
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
  const otherAttributes = agOf(other).data ?? {}
  const parts = (['inputs', 'outputs', 'parameters'] as const).filter(
    (part) => data[part] !== undefined || otherAttributes[part] !== undefined,
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
      <DiffLayoutSwitch />
      {parts.map((part) => (
        <Section key={part} title={`${part.charAt(0).toUpperCase()}${part.slice(1)}`}>
          <DiffView
            name={`Differences of ${part}`}
            before={copyText(otherAttributes[part] ?? '')}
            after={copyText(data[part] ?? '')}
          />
        </Section>
      ))}
    </>
  )
}

function SpanDifferences({
  span,
  traceId,
  otherId,
}: {
  span: Span
  traceId: string
  otherId: string | undefined
}) {
  const { api } = useSession()
  const other = useQuery(spanQuery(api, { traceId, spanId: otherId ?? '' }))
  if (otherId === undefined) {
    return <p className={styles['nothing']}>The other trace has no span that matches this one.</p>
  }
  if (other.isError) return <Failure error={other.error} retry={() => void other.refetch()} />
  if (other.data?.span_id !== otherId) return <Skeleton />
  return <Differences span={span} other={other.data} />
}

function TraceComparison({
  span,
  outline,
  traceId,
  onSelect,
}: Omit<CompareProps, 'other'> & { traceId: string }) {
  const { api, session } = useSession()
  const trace = useQuery(outlineQuery(api, traceId))
  const other = useMemo(() => outlineOf(trace.data?.spans ?? []), [trace.data])
  if (trace.isError) return <Failure error={trace.error} retry={() => void trace.refetch()} />
  if (trace.data === undefined) return <Skeleton />
  if (other.spanCount === 0) return <p className={styles['nothing']}>There is no trace with this id.</p>
  return (
    <>
      <ComparedTree
        outline={outline}
        other={other}
        selectedId={span.span_id}
        onSelect={onSelect}
        otherLink={{ project: session.project.slug, traceId }}
      />
      <SpanDifferences span={span} traceId={traceId} otherId={counterpart(outline, other, span.span_id)} />
    </>
  )
}

interface CompareProps {
  readonly span: Span
  readonly outline: Outline
  readonly other: OtherTrace
  readonly onSelect: (spanId: string) => void
}

export function Compare({ span, outline, other, onSelect }: CompareProps) {
  const { traceId, onTraceId, previous, next } = other
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const traceText = formText(event.currentTarget, 'trace').trim().toLowerCase()
    onTraceId(traceText === '' ? undefined : traceText)
  }
  return (
    <>
      <form className={form['inline']} onSubmit={onSubmit}>
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
          Previous in list
        </Button>
        <Button disabled={next === undefined} onClick={() => onTraceId(next)}>
          Next in list
        </Button>
      </form>
      {traceId === undefined ? (
        <p className={styles['nothing']}>
          Choose a trace. Both are listed span by span, with the differences of the selected span.
        </p>
      ) : (
        <TraceComparison span={span} outline={outline} traceId={traceId} onSelect={onSelect} />
      )}
    </>
  )
}
