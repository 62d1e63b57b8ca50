// Spans for tests: an OTLP span with everything defaulted, and its canonical `ag`.
import type { OtlpSpan } from '../otlp/span.ts'
import type { PriceTable } from '../prices/price.ts'
import { isObject, type ValueObject } from '../value.ts'
import { rollUpMetrics, withRollUp } from './roll-up.ts'
import { canonicalSpan, type CanonicalOptions, type CanonicalSpan } from './span.ts'

export const prices: PriceTable = {
  version: '2026-11-01',
  prices: [{ provider: 'openai', model: 'gpt-4o-mini', input: 0.15, cacheRead: 0.075, output: 0.6 }],
}

export const options: CanonicalOptions = {
  receivedAtUnixNano: 1_795_046_400_000_000_000n,
  priceTables: [prices],
}

export const otlpSpan = (members: Partial<OtlpSpan> = {}): OtlpSpan => ({
  index: 0,
  traceId: '0db4076d6a20174a720af586dc588c6c',
  spanId: '3a0be5f49672f8a7',
  name: 'answer',
  kind: 0,
  statusCode: 0,
  statusMessage: '',
  startTimeUnixNano: 1_795_000_000_000_000_000n,
  endTimeUnixNano: 1_795_000_000_812_400_000n,
  attributes: {},
  events: [],
  links: [],
  traceState: '',
  flags: 0,
  droppedAttributesCount: 0,
  droppedEventsCount: 0,
  droppedLinksCount: 0,
  resource: { attributes: {} },
  scope: { name: '', version: '', attributes: {} },
  ...members,
})

/** The span alone in its trace, rolled up. */
export const aloneInTrace = (span: OtlpSpan, canonicalOptions: CanonicalOptions = options): CanonicalSpan => {
  const canonicalForm = canonicalSpan(span, canonicalOptions)
  return withRollUp(canonicalForm, rollUpMetrics([canonicalForm.facts]))
}

export const agOf = (span: CanonicalSpan): ValueObject => {
  const { ag } = span.attributes
  return isObject(ag) ? ag : {}
}

export const agFor = (attributes: ValueObject, members: Partial<OtlpSpan> = {}): ValueObject =>
  agOf(aloneInTrace(otlpSpan({ attributes, ...members })))
