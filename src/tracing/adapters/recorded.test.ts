// Maps and rolls up recordings of real libraries. The expected `ag` of every span is stored next to the recording;
// `vitest -u` rewrites it, to be reviewed before it is committed.
import { expect, test } from 'vitest'
import { comparedAg, snapshotFile, recordings, type SpanSnapshot } from '../../../test/support/recordings.ts'
import { rollUpMetrics, withRollUp } from '../canonical/roll-up.ts'
import { agOf } from '../canonical/span.fixture.ts'
import { canonicalSpan, type CanonicalSpan } from '../canonical/span.ts'
import { agentSpans } from '../otlp/agent-logs.ts'
import { decodeOtlp } from '../otlp/decode.ts'
import { encodeSpans } from '../otlp/encode-spans.ts'
import { decodeLogs } from '../otlp/logs.ts'
import type { OtlpSpan } from '../otlp/span.ts'
import { builtInPrices } from '../prices/price.ts'

const byStart = (a: CanonicalSpan, b: CanonicalSpan): number =>
  Number(a.startTimeUnixNano - b.startTimeUnixNano) || (a.spanId < b.spanId ? -1 : 1)

const keptSpan = (span: CanonicalSpan): SpanSnapshot => ({
  span: span.spanName,
  adapters: span.adapters,
  ag: comparedAg(agOf(span)),
})

/** The spans with the log records that belong to them. */
function withLogs(spans: readonly OtlpSpan[], bytes: Uint8Array | undefined): readonly OtlpSpan[] {
  if (bytes === undefined) return spans
  const logsBySpan = Map.groupBy(
    decodeLogs('protobuf', bytes).logs,
    ({ traceId, spanId }) => traceId + spanId,
  )
  return spans.map((span) => {
    const logs = logsBySpan.get(span.traceId + span.spanId)?.map(({ event }) => event)
    return logs === undefined ? span : { ...span, logs }
  })
}

test.each(recordings().map((recording) => [recording.name, recording] as const))(
  '%s is mapped to the expected spans',
  async (name, { form, bytes, logs }) => {
    const { spans, refusedSpans } =
      form === 'logs_protobuf'
        ? decodeOtlp('otlp_json', encodeSpans(agentSpans('protobuf', bytes)))
        : decodeOtlp(form, bytes)
    expect(refusedSpans).toEqual([])
    const canonicalSpans = withLogs(spans, logs).map((span) =>
      canonicalSpan(span, { receivedAtUnixNano: 0n, priceTables: [builtInPrices] }),
    )
    const traces = Map.groupBy(canonicalSpans, ({ traceId }) => traceId)
    const rolledUp = [...traces.values()].flatMap((trace) => {
      const rollUp = rollUpMetrics(trace.map(({ facts }) => facts))
      return trace.map((span) => withRollUp(span, rollUp))
    })
    const mappedText = `${JSON.stringify(rolledUp.toSorted(byStart).map(keptSpan), null, 2)}\n`
    await expect(mappedText).toMatchFileSnapshot(snapshotFile(name))
  },
)
