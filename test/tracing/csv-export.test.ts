// Spans and traces as CSV: chosen columns with complete values.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api } from '../support/api.ts'
import { storeSpans } from '../support/stored-spans.ts'

const long = `${'A long text, "quoted",\nwith lines. '.repeat(400)}end`
const trace = 'd'.repeat(32)
const root = { trace_id: trace, span_id: '1'.repeat(16) }
const call = { trace_id: trace, span_id: '2'.repeat(16) }

const spans = [
  {
    ...root,
    span_name: '=HYPERLINK("x")',
    start_time: '2026-11-15T09:00:00Z',
    end_time: '2026-11-15T09:00:02Z',
    attributes: {
      ag: {
        data: { inputs: { question: long }, outputs: long },
        tags: { team: 'care', urgent: true },
        user: { id: 'ana' },
        session: { id: 's-1' },
      },
      big: '9007199254740993',
    },
  },
  {
    ...call,
    parent_id: root.span_id,
    span_name: 'call',
    start_time: '2026-11-15T09:00:01Z',
    end_time: '2026-11-15T09:00:02Z',
    status_code: 'STATUS_CODE_ERROR',
    attributes: {
      ag: {
        type: { span: 'chat' },
        meta: { request: { model: 'large' } },
        metrics: { costs: { incremental: { total: 0.5 } }, tokens: { incremental: { total: 7 } } },
      },
    },
  },
]

/** Rows of a CSV file, read by the rules of RFC 4180. */
function rowsOf(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

describe.each(backends)('CSV on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
    await storeSpans(api, spans)
    for (const score of [1, 0]) {
      await api.post('/annotations/', {
        annotation: {
          data: { outputs: { score, comment: long } },
          references: { evaluator: { slug: 'helpful' } },
          links: { invocation: score === 1 ? root : call },
        },
      })
    }
  })
  const exportedRows = async (body: object) => {
    const answer = await api.post('/spans/export', { format: 'csv', ...body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/csv')
    return rowsOf(answer.body as string)
  }

  test('a row is a trace with its totals, complete texts, models, tags and scores of all its spans', async () => {
    const columns = [
      'name',
      'input',
      'output',
      'status',
      'duration',
      'tokens',
      'cost',
      'model',
      'tags',
      'session',
      'user',
      'time',
      'scores',
      'attributes.big',
      'annotation.helpful.score',
      'annotation.helpful.comment',
    ]
    expect(await exportedRows({ heads: true, columns })).toEqual([
      [
        'trace_id',
        'span_id',
        'name',
        'input',
        'output',
        'status',
        'duration_ms',
        'tokens',
        'cost_usd',
        'model',
        'tags',
        'session',
        'user',
        'start_time',
        'scores',
        'attributes.big',
        'annotation.helpful.score',
        'annotation.helpful.comment',
      ],
      [
        root.trace_id,
        root.span_id,
        `'=HYPERLINK("x")`,
        JSON.stringify({ question: long }),
        long,
        'with errors',
        '2000',
        '7',
        '0.5',
        'large',
        'team: care; urgent',
        's-1',
        'ana',
        '2026-11-15T09:00:00.000000Z',
        'helpful.score: 0.5',
        '9007199254740993',
        '0.5',
        long,
      ],
    ])
  })

  test('a row is a span with its own scores; the filter and the order work as in a query', async () => {
    const rows = await exportedRows({
      filter: 'trace_type = invocation',
      windowing: { order: 'ascending' },
      columns: ['name', 'type', 'status', 'annotation.helpful.score'],
    })
    expect(rows.slice(1).map((row) => row.slice(2))).toEqual([
      [`'=HYPERLINK("x")`, 'task', 'with errors', '1'],
      ['call', 'chat', 'failed', '0'],
    ])
  })

  test('an export without matches is a file with only a header', async () => {
    expect(await exportedRows({ filter: 'span_name = nobody', columns: ['name'] })).toEqual([
      ['trace_id', 'span_id', 'name'],
    ])
  })
})
