// The columns of the list of traces.
import { linkOptions } from '@tanstack/react-router'
import { RowLink } from '../app/row-link.tsx'
import { KindIcon } from '../app/span-kind.tsx'
import { costOf, durationMs, errorsOf, hasFailed, previewOfText, tokensOf, type Span } from '../app/span.ts'
import { ago, duration, exactTime, money, shortCount } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import type { Column } from '../ui/table-row.tsx'
import type { TracesView } from './search.ts'
import styles from './columns.module.css'

/** What the page of a trace has to know of the list. */
type Within = Pick<TracesView, 'filter' | 'range' | 'focus'>

const within = ({ filter, range, focus }: TracesView): Within => ({
  ...(filter === undefined ? {} : { filter }),
  ...(range === undefined ? {} : { range }),
  ...(focus === undefined ? {} : { focus }),
})

function Name({ span, project, list }: { span: Span; project: string; list: Within }) {
  const isSpan = list.focus === 'spans' || span.parent_id !== null
  return (
    <RowLink
      to={linkOptions({
        to: '/p/$project/traces/$traceId',
        params: { project, traceId: span.trace_id },
        search: isSpan ? { span: span.span_id, ...list } : list,
      })}
      className={styles['name']}
    >
      <KindIcon type={span.span_type} />
      {span.span_name}
    </RowLink>
  )
}

function statusOf(span: Span) {
  if (hasFailed(span)) {
    return (
      <span className={styles['bad']} title={span.status_message}>
        <Icon name="alert" size={13} label="failed" />
        failed
      </span>
    )
  }
  const errors = errorsOf(span)
  if (errors === 0) return 'ok'
  return (
    <span className={styles['warn']} title="It ended well; something below it did not.">
      <Icon name="alert" size={13} label="with errors" />
      {errors} {errors === 1 ? 'error' : 'errors'}
    </span>
  )
}

export function allColumns(project: string, view: TracesView): readonly Column<Span>[] {
  const list = within(view)
  return [
    {
      id: 'name',
      name: 'Name',
      widthPx: 210,
      narrowPx: 122,
      cutsItself: true,
      cell: (span) => <Name span={span} project={project} list={list} />,
    },
    {
      id: 'input',
      name: 'Input',
      widthPx: 180,
      grows: true,
      tone: 'soft',
      cell: (span) => previewOfText(span.preview?.inputs),
    },
    {
      id: 'output',
      name: 'Output',
      widthPx: 180,
      grows: true,
      tone: 'soft',
      cell: (span) => previewOfText(span.preview?.outputs),
    },
    { id: 'status', name: 'Status', widthPx: 96, narrowPx: 84, tone: 'faint', cell: statusOf },
    {
      id: 'duration',
      name: 'Duration',
      widthPx: 86,
      narrowPx: 70,
      align: 'right',
      cell: (span) => duration(durationMs(span)),
    },
    { id: 'tokens', name: 'Tokens', widthPx: 78, align: 'right', cell: (span) => shortCount(tokensOf(span)) },
    { id: 'cost', name: 'Cost', widthPx: 84, align: 'right', cell: (span) => money(costOf(span)) },
    { id: 'session', name: 'Session', widthPx: 120, tone: 'soft', cell: (span) => span.session_id ?? '' },
    { id: 'user', name: 'User', widthPx: 100, tone: 'soft', cell: (span) => span.user_id ?? '' },
    {
      id: 'time',
      name: 'Started',
      widthPx: 92,
      narrowPx: 80,
      align: 'right',
      tone: 'soft',
      cell: (span) => ago(span.start_time),
      titleOf: (span) => exactTime(span.start_time),
    },
  ]
}

export const columnsDefault = 'name,input,output,status,duration,tokens,cost,time'
/** At the width of a telephone: what it was, how it went. */
export const columnsNarrow = 'name,status,duration,time'
