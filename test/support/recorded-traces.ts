// Loads recorded exports of instrumentation libraries into a project of a running server.
import { agentSpans } from '../../src/tracing/otlp/agent-logs.ts'
import type { Answer, Api, Body } from './api.ts'
import { sendBytes, waitForReceipt } from './otlp.ts'
import { recordings, type Recording } from './recordings.ts'

const protobuf = { 'Content-Type': 'application/x-protobuf' }
const contentTypes = { otlp_json: 'application/json', otlp_protobuf: 'application/x-protobuf' }

export interface StoredRecording {
  /** Of the recording: `strands`, `openinference-crewai`, … */
  readonly name: string
  /** In the order of the export. */
  readonly traceIds: readonly string[]
}

/** Sends every recording with its logs to one project; resolves when all of their spans are stored and readable. */
export async function storeAllRecordings(api: Api): Promise<readonly StoredRecording[]> {
  const requests = []
  for (const recording of recordings()) requests.push({ recording, ...(await sendRecording(api, recording)) })
  for (const { recording, answers } of requests) {
    for (const answer of answers) {
      const receipt = await waitForReceipt(api, answer)
      if (receipt?.status !== 'stored') throw new Error(`${recording.name}: ${JSON.stringify(receipt)}`)
    }
  }
  return requests.map(({ recording: { name }, traceIds }) => ({ name, traceIds }))
}

interface SentRecording {
  readonly answers: readonly Answer[]
  readonly traceIds: readonly string[]
}

async function sendRecording(api: Api, { form, bytes, logs }: Recording): Promise<SentRecording> {
  if (form === 'logs_protobuf') {
    const traceIds = new Set(agentSpans('protobuf', bytes).map(({ traceId }) => traceId))
    return { answers: [await sendBytes(api, '/v1/logs', bytes, protobuf)], traceIds: [...traceIds] }
  }
  const spans = await sendBytes(api, '/api/otlp/v1/traces', bytes, { 'Content-Type': contentTypes[form] })
  const links = (spans.body?.links ?? []) as readonly Body[]
  const traceIds = [...new Set(links.map(({ trace_id }) => trace_id as string))]
  if (logs === undefined) return { answers: [spans], traceIds }
  return { answers: [spans, await sendBytes(api, '/v1/logs', logs, protobuf)], traceIds }
}
