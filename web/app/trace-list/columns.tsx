// web/app/trace-list: a list of traces or spans: its state in the URL, requests, columns, and details of rows.
// column-list.ts, row-details.ts and value-text.ts are pure.
// Imports web/app and web/ui. Start here.
//
// The columns of the list of traces: built-in columns, and one for any attribute or score.
import { linkOptions } from '@tanstack/react-router'
import { previewOfText } from '../spans/preview.ts'
import { RowLink } from '../list/row-link.tsx'
import { KindIcon } from '../spans/span-kind.tsx'
import { costOf, durationMs, errorsOf, hasFailed, tokensOf, type Span } from '../spans/span.ts'
import { ago, duration, exactTime, money, shortCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Column } from '../../ui/table/table-row.tsx'
import { annotationPath, attributePrefix, type VisibleColumn } from './column-list.ts'
import { outputValue, annotationOutputs, outputText, type RowDetails } from './row-details.ts'
import type { TracesView } from './url-state.ts'
import { tagsText, valueAtPath, valueText } from './value-text.ts'
import styles from './columns.module.css'

export interface ColumnContext {
  readonly project: string
  readonly view: TracesView
  readonly details: RowDetails
}

function Name({ span, project, list }: { span: Span; project: string; list: TracesView }) {
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

const unfinishedStates = {
  running: { name: 'running', title: 'The root of this trace has not arrived yet. Spans still arrive.' },
  root_missing: {
    name: 'root missing',
    title:
      'The root of this trace has not arrived, and no span has for five minutes: the program may have crashed.',
  },
} as const

const isUnfinished = ({ trace }: Span): boolean => trace?.state !== undefined && trace.state !== 'finished'

function statusOf(span: Span) {
  const state = span.trace?.state
  if (state === 'running' || state === 'root_missing') {
    const { name, title } = unfinishedStates[state]
    return (
      <span className={styles['warn']} title={title}>
        <Icon name="live" size={13} label={name} />
        {name}
      </span>
    )
  }
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
    <span className={styles['warn']} title="This span succeeded, but a span below it failed.">
      <Icon name="alert" size={13} label="with errors" />
      {errors} {errors === 1 ? 'error' : 'errors'}
    </span>
  )
}

/** The number of scores that fit in a cell; its title has all of them. */
const visibleScoresMax = 3

function Scores({ span, details }: { span: Span; details: RowDetails }) {
  const outputs = annotationOutputs(details.annotationsOf(span))
  if (outputs.length === 0) return null
  const lines = outputs.map(({ name, value }) => `${name}: ${outputText(value)}`)
  return (
    <span className={styles['scores']} title={lines.join('\n')}>
      {outputs.slice(0, visibleScoresMax).map(({ name, value }) => (
        <span
          key={name}
          className={styles['score']}
          data-verdict={typeof value === 'boolean' ? value : undefined}
        >
          {name} <b>{outputText(value)}</b>
        </span>
      ))}
      {outputs.length > visibleScoresMax && <span>+{outputs.length - visibleScoresMax}</span>}
    </span>
  )
}

export const fixedColumns = ({ project, view, details }: ColumnContext): readonly Column<Span>[] => {
  return [
    {
      id: 'name',
      name: 'Name',
      widthPx: 210,
      truncatesItself: true,
      cell: (span) => <Name span={span} project={project} list={view} />,
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
    { id: 'status', name: 'Status', widthPx: 96, tone: 'faint', cell: statusOf },
    {
      id: 'scores',
      name: 'Scores',
      widthPx: 130,
      truncatesItself: true,
      cell: (span) => <Scores span={span} details={details} />,
    },
    {
      id: 'duration',
      name: 'Duration',
      widthPx: 86,
      align: 'right',
      cell: (span) => duration(durationMs(span)),
    },
    { id: 'tokens', name: 'Tokens', widthPx: 78, align: 'right', cell: (span) => shortCount(tokensOf(span)) },
    { id: 'cost', name: 'Cost', widthPx: 100, align: 'right', cell: (span) => money(costOf(span)) },
    {
      id: 'model',
      name: 'Model',
      widthPx: 140,
      tone: 'soft',
      cell: (span) => details.modelsOf(span).join(', '),
      titleOf: (span) => details.modelsOf(span).join('\n'),
    },
    { id: 'tags', name: 'Tags', widthPx: 140, tone: 'soft', cell: tagsText, titleOf: tagsText },
    { id: 'session', name: 'Session', widthPx: 120, tone: 'soft', cell: (span) => span.session_id ?? '' },
    { id: 'user', name: 'User', widthPx: 100, tone: 'soft', cell: (span) => span.user_id ?? '' },
    {
      id: 'time',
      name: 'Started',
      widthPx: 92,
      align: 'right',
      tone: 'soft',
      cell: (span) => ago(span.start_time),
      titleOf: (span) => exactTime(span.start_time),
    },
  ]
}

/** The name of a column in its header and in the list of columns. */
export const columnName = (
  id: string,
  fixedChoices: readonly { readonly id: string; readonly name: string }[],
): string =>
  fixedChoices.find((column) => column.id === id)?.name ??
  id.replace(/^attributes\.(ag\.)?/, '').replace(/^annotation\./, '')

function attributeColumn(id: string, name: string): Column<Span> {
  const text = (span: Span): string =>
    valueText(valueAtPath(span.attributes, id.slice(attributePrefix.length)))
  return { id, name, widthPx: 140, tone: 'soft', cell: text, titleOf: text }
}

function annotationColumn(id: string, name: string, details: RowDetails): Column<Span> | undefined {
  const path = annotationPath(id)
  if (path === undefined) return undefined
  const text = (span: Span): string =>
    outputText(outputValue(details.annotationsOf(span), path.evaluator, path.output))
  return { id, name, widthPx: 110, cell: text, titleOf: text }
}

/** The columns in the order of the view. Unknown ids are left out. */
export function columnsOf(
  visibleColumns: readonly VisibleColumn[],
  context: ColumnContext,
): readonly Column<Span>[] {
  const builtInColumns = fixedColumns(context)
  return visibleColumns.flatMap(({ id, widthPx }) => {
    const name = columnName(id, builtInColumns)
    const column =
      builtInColumns.find((one) => one.id === id) ??
      (id.startsWith(attributePrefix)
        ? attributeColumn(id, name)
        : annotationColumn(id, name, context.details))
    if (column === undefined) return []
    if (widthPx === undefined) return [column]
    const { grows: _, ...fixedWidthColumn } = column
    return [{ ...fixedWidthColumn, widthPx }]
  })
}

/** A row on a phone: name and status, input, output. */
export function TraceCard({ span, context }: { span: Span; context: ColumnContext }) {
  return (
    <div className={styles['card']}>
      <div className={styles['first']}>
        <Name span={span} project={context.project} list={context.view} />
        <span className={styles['facts']}>
          {isUnfinished(span) || hasFailed(span) || errorsOf(span) > 0 ? statusOf(span) : null}
          <span>{duration(durationMs(span))}</span>
          <time title={exactTime(span.start_time)}>{ago(span.start_time)}</time>
        </span>
      </div>
      <p>{previewOfText(span.preview?.inputs) || '–'}</p>
      <p className={styles['answer']}>{previewOfText(span.preview?.outputs) || '–'}</p>
    </div>
  )
}
