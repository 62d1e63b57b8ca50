// Commands for traces: list, draw, follow and export them.
import { extname } from 'node:path'
import { listRequest, rowFields } from '../../sdk/shared/traces.ts'
import type { Span } from '../../sdk/generated/schemas.ts'
import { durationMs, timeMs, totalsOf } from '../../sdk/shared/span-totals.ts'
import { sinceTime } from '../../sdk/shared/times.ts'
import { Refusal, UsageError, type Command, type Context, type Arguments, type Option } from '../command.ts'
import { sanitizeLine, sanitizeLines } from '../terminal/style.ts'
import { pad, truncate, widthOf, type Column } from '../terminal/table.ts'
import { waterfall, type WaterfallSpan } from '../terminal/waterfall.ts'
import { formatCost, formatCount, formatDuration, plural, formatTime } from '../terminal/format.ts'
import { namedFile, saveDownload } from './downloads.ts'
import { isRecord, listOutcome } from './shared.ts'

const filterOption: Option = {
  value: 'filter',
  help: 'A filter as on the traces page: "span_type = chat and status_code = STATUS_CODE_ERROR".',
}
const sinceOption: Option = { value: 'time', help: 'The start: 15m, 6h, 7d ago, or a time (default: 24h).' }

const windowOf = (args: Arguments): { readonly oldest: string } => ({
  oldest: sinceTime(args.option('--since') ?? '24h', Date.now()),
})

const hasFailed = (span: Span): boolean =>
  span.status_code === 'STATUS_CODE_ERROR' || (totalsOf(span)?.errors ?? 0) > 0

const unfinishedWords = { running: 'running', root_missing: 'root missing' } as const

const stateWords = ({ trace }: Span): string =>
  trace?.state === undefined || trace.state === 'finished' ? '' : unfinishedWords[trace.state]

/** The columns of a list of traces, or of spans with their ids. */
const spanColumns = (
  { terminal: { style } }: Context,
  { spans, hasSpanIds }: { readonly spans: readonly Span[]; readonly hasSpanIds: boolean },
): readonly Column<Span>[] => [
  { name: 'START', isFixedWidth: true, hideOrder: 1, of: ({ start_time }) => formatTime(start_time) },
  {
    name: 'NAME',
    of: ({ span_name }) => span_name,
    paint: (text, span) => (hasFailed(span) ? style.red(text) : text),
  },
  { name: 'TYPE', hideOrder: 3, of: ({ span_type }) => span_type },
  {
    name: 'DURATION',
    isFixedWidth: true,
    of: (span) => formatDuration(durationMs(span) ?? 0),
    alignRight: true,
  },
  {
    name: 'TOKENS',
    isFixedWidth: true,
    hideOrder: 4,
    of: (span) => formatCount(totalsOf(span)?.tokens),
    alignRight: true,
  },
  {
    name: 'COST',
    isFixedWidth: true,
    hideOrder: 5,
    of: (span) => formatCost(totalsOf(span)?.cost),
    alignRight: true,
  },
  {
    name: 'ERRORS',
    hideOrder: 2,
    of: (span) => ((totalsOf(span)?.errors ?? 0) > 0 ? totalsOf(span)?.errors : ''),
    alignRight: true,
  },
  ...(spans.some((span) => stateWords(span) !== '') ? [{ name: 'STATE', of: stateWords }] : []),
  {
    name: 'TRACE',
    isFixedWidth: true,
    of: ({ trace_id }) => trace_id,
    paint: (text) => style.dim(text),
  },
  ...(hasSpanIds ? [{ name: 'SPAN', isFixedWidth: true, of: ({ span_id }: Span) => span_id }] : []),
]

const listCommand: Command = {
  words: 'trace list',
  help: 'List traces that match the filter, newest first.',
  options: {
    '--filter': filterOption,
    '--since': sinceOption,
    '--limit': { value: 'traces', help: 'The maximum number (default: 20).' },
    '--spans': { help: 'List spans instead of traces.' },
  },
  run: async (context, args) => {
    const filter = args.option('--filter')
    const focus = args.has('--spans') ? 'spans' : 'traces'
    const { spans } = await context.connect().spans.query({
      ...listRequest(filter, focus),
      fields: rowFields(focus),
      windowing: { ...windowOf(args), limit: args.number('--limit', 20) },
    })
    return listOutcome(context, {
      json: spans,
      rows: spans,
      none: 'No traces: widen --since, or change --filter.',
      columns: spanColumns(context, { spans, hasSpanIds: focus === 'spans' }),
    })
  },
}

const epoch = '1970-01-01T00:00:00Z'

const waterfallSpan = (span: Span): WaterfallSpan => ({
  id: span.span_id,
  parentId: span.parent_id ?? undefined,
  name: span.span_name ?? '',
  startMs: timeMs(span.start_time ?? epoch),
  endMs: timeMs(span.end_time ?? epoch),
  failed: span.status_code === 'STATUS_CODE_ERROR',
})

/** The width of the columns to the right of the bars: duration, tokens and cost, or only the duration. */
const rightColumnsWidth = { all: 35, duration: 15 }
const wideWidth = 80

function traceText(
  { terminal }: Context,
  { traceId, spans }: { readonly traceId: string; readonly spans: readonly Span[] },
): string {
  const { style, width } = terminal
  const byId = new Map(spans.map((span) => [span.span_id, span]))
  const isWide = width >= wideWidth
  const sideWidth = isWide ? rightColumnsWidth.all : rightColumnsWidth.duration
  const lines = waterfall(spans.map(waterfallSpan), { width, reservedWidth: sideWidth }).map(
    ({ span, label, bar }) => {
      const { totals } = byId.get(span.id) ?? {}
      const numbers = [
        pad(formatDuration(span.endMs - span.startMs), 10, true),
        ...(isWide
          ? [pad(formatCount(totals?.tokens), 8, true), pad(formatCost(totals?.cost), 10, true)]
          : []),
      ].join(' ')
      const paint = span.failed ? style.red : style.cyan
      return `${span.failed ? style.red(label) : label}  ${paint(bar)}  ${numbers}`.trimEnd()
    },
  )
  const start = spans.reduce(
    (least, { start_time }) => (start_time !== undefined && start_time < least ? start_time : least),
    '9',
  )
  const failures = spans.flatMap(({ span_name, status_code, status_message }) =>
    status_code === 'STATUS_CODE_ERROR'
      ? [style.red(`! ${sanitizeLine(span_name ?? '')}: ${sanitizeLine(status_message ?? 'failed')}`)]
      : [],
  )
  const head = [style.bold(`trace ${traceId}`), `${formatTime(start)}  ${plural(spans.length, 'span')}`].join(
    isWide ? '  ' : '\n',
  )
  return [head, '', ...lines, ...(failures.length === 0 ? [] : ['', ...failures.slice(0, 10)])].join('\n')
}

function spanText({ terminal: { style } }: Context, span: Span): string {
  const ag = isRecord(span.attributes) ? span.attributes['ag'] : undefined
  const data = isRecord(ag) && isRecord(ag['data']) ? ag['data'] : {}
  const parts = Object.entries(data).map(
    ([name, value]) => `${style.cyan(name)}\n${sanitizeLines(JSON.stringify(value, null, 2))}`,
  )
  const head = [
    style.bold(sanitizeLine(span.span_name ?? '')),
    `${span.span_type ?? ''}  ${formatTime(span.start_time)}  ${formatDuration(durationMs(span) ?? 0)}  ${span.status_code ?? ''}`,
    ...(span.status_message === undefined ? [] : [style.red(sanitizeLine(span.status_message))]),
    style.dim(`trace ${span.trace_id} span ${span.span_id}`),
  ]
  return [head.join('\n'), ...parts].join('\n\n')
}

const showCommand: Command = {
  words: 'trace show <trace> [span]',
  help: 'Draw a trace as a tree with a timeline, or show the inputs and outputs of one span.',
  run: async (context, args) => {
    const assay = context.connect()
    const traceId = args.arg('trace')
    const spanId = args.optionalArg('span')
    if (spanId !== undefined) {
      const { span } = await assay.spans.fetch(traceId, spanId)
      if (span === undefined) throw new Refusal(`There is no span ${spanId} in trace ${traceId}.`)
      return { json: span, text: spanText(context, span) }
    }
    const { spans } = await assay.traces.outline(traceId)
    if (spans.length === 0) throw new Refusal(`There is no trace ${traceId} in this project.`)
    return { json: spans, text: traceText(context, { traceId, spans }) }
  },
}

/** The name gets the remaining width. A narrow terminal drops the day, a very narrow one the duration. */
function tailLine({ terminal: { style, width } }: Context, span: Span): string {
  const hasFailed = span.status_code === 'STATUS_CODE_ERROR'
  const time = formatTime(span.start_time)
  const suffix = [
    ...(width < 76 ? [] : [pad(formatDuration(durationMs(span) ?? 0), 10, true)]),
    span.trace_id,
  ].join('  ')
  const prefix = width < 100 ? time.slice(-9) : time
  const nameWidth = Math.max(8, Math.min(32, width - prefix.length - suffix.length - 4))
  const name = pad(truncate(sanitizeLine(span.span_name ?? ''), nameWidth), nameWidth)
  const line = `${prefix}  ${name}  ${suffix}`
  const preview = sanitizeLine(span.status_message ?? span.preview?.outputs ?? '')
  const remaining = width - widthOf(line) - 2
  const previewText = remaining < 8 ? '' : truncate(preview, remaining)
  return `${hasFailed ? style.red(line) : line}  ${style.dim(previewText)}`.trimEnd()
}

const tailCommand: Command = {
  words: 'trace tail',
  help: 'Follow spans as they are stored, until interrupted; with --json one per line.',
  options: {
    '--filter': { ...filterOption, help: `${filterOption.help} Default: heads of traces.` },
    '--count': { value: 'spans', help: 'End after this number of spans.' },
  },
  run: async (context, args) => {
    const limit = args.number('--count', Number.MAX_SAFE_INTEGER)
    const filter = args.option('--filter')
    const focus = filter === undefined ? 'traces' : 'spans'
    let count = 0
    const events = context
      .connect()
      .spans.follow({ ...listRequest(filter, focus), fields: rowFields(focus) }, { timeoutMs: 0 })
    for await (const { event, data } of events) {
      if (event !== 'spans' || !isRecord(data)) continue
      for (const span of data['spans'] as readonly Span[]) {
        context.printLine(span, () => tailLine(context, span))
        if (++count >= limit) return undefined
      }
    }
    return undefined
  },
}

const exportFormats = ['jsonl', 'parquet', 'csv'] as const

const exportCommand: Command = {
  words: 'trace export [file]',
  help: 'Export all spans that match the filter as JSON lines, Parquet or CSV, to a file or to standard output.',
  options: {
    '--filter': filterOption,
    '--since': sinceOption,
    '--format': {
      value: 'format',
      help: 'The format (default: by the file name, else jsonl).',
      choices: exportFormats,
    },
    '--columns': {
      value: 'names',
      help: 'The columns of a CSV file: "name,input,output,attributes.ag.tags.team,annotation.helpful.score".',
    },
    '--traces': { help: 'One row per trace; the filter applies to traces.' },
  },
  run: async (context, args) => {
    const file = namedFile(args.optionalArg('file'))
    const formatName = args.option('--format') ?? extname(file ?? '').slice(1)
    const format = exportFormats.find((candidate) => candidate === formatName) ?? 'jsonl'
    const columns = args
      .option('--columns')
      ?.split(',')
      .map((name) => name.trim())
    if (columns !== undefined && format !== 'csv')
      throw new UsageError('Only CSV has --columns: add --format csv.')
    const response = await context.connect().spans.export(
      {
        format,
        windowing: windowOf(args),
        ...listRequest(args.option('--filter'), args.has('--traces') ? 'traces' : 'spans'),
        ...(columns === undefined ? {} : { columns }),
      },
      { timeoutMs: 0 },
    )
    const bytes = await saveDownload(context, { response, file, isPrivate: true })
    if (file === undefined) return undefined
    if (!context.json) context.terminal.note(`${formatCount(bytes)} bytes are in ${file}.`)
    return { json: { file, format, bytes }, text: '' }
  },
}

export const traceCommands: readonly Command[] = [listCommand, showCommand, tailCommand, exportCommand]
