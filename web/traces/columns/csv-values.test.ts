import { expect, test } from 'vitest'
import { asSpan } from '../../app/span.ts'
import { csvText } from '../../ui/csv.ts'
import { parseColumns } from './column-list.ts'
import { csvHead, csvRow } from './csv-values.ts'
import { asRowAnnotation, rowDetails } from './row-details.ts'

const span = asSpan({
  trace_id: 't1',
  span_id: 's1',
  span_name: '=cmd()',
  start_time: '2026-11-15T09:00:00.000001Z',
  end_time: '2026-11-15T09:00:02Z',
  status_code: 'STATUS_CODE_OK',
  totals: { duration: 1234.5, errors: 1, cost: 0.00012 },
  preview: { inputs: '{"messages":[{"role":"user","content":"Hi, there"}]}', outputs: '"+1"' },
  attributes: { ag: { tags: { team: 'care' } }, temperature: 0.2 },
})
const details = rowDetails({
  annotations: [
    asRowAnnotation({
      data: { outputs: { score: 0.25 } },
      references: { evaluator: { slug: 'helpful' } },
      links: { invocation: { trace_id: 't1', span_id: 's2' } },
    }),
  ],
  calls: [
    asSpan({ trace_id: 't1', span_id: 's2', attributes: { ag: { meta: { request: { model: 'm' } } } } }),
  ],
  isSpans: false,
})

test('a file has the chosen columns in their order, numbers whole, times exact, and no formulas', () => {
  const columns = parseColumns(
    'name,output~80,input,status,duration,cost,tokens,model,tags,annotation.helpful.score,attributes.temperature,time',
  )
  expect(csvText([csvHead(columns), csvRow(columns, span, details)]).split('\r\n')).toEqual([
    'trace_id,span_id,name,output,input,status,duration_ms,cost_usd,tokens,model,tags,annotation.helpful.score,attributes.temperature,start_time',
    `t1,s1,'=cmd(),'+1,"Hi, there",with errors,1234.5,0.00012,,m,team: care,0.25,0.2,2026-11-15T09:00:00.000001Z`,
    '',
  ])
})
