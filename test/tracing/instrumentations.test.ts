// What real libraries send, from the request to the answer: the spans that come back are those kept beside the recordings.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { forms, newProject, serverOf, type Body } from '../support/api.ts'
import { sendBytes, settled } from '../support/otlp.ts'
import { keptAg, keptFile, recordings } from '../support/recordings.ts'

const contentTypes = { otlp_json: 'application/json', otlp_protobuf: 'application/x-protobuf' }

describe.each(forms)('on %s', (form) => {
  test.each(recordings().map((recording) => [recording.name, recording] as const))(
    'spans of %s come back with what they mean',
    async (name, recording) => {
      const api = await newProject(serverOf(form), { seedDefaults: false })
      const headers = { 'Content-Type': contentTypes[recording.form] }
      const sent = await sendBytes(api, '/api/otlp/v1/traces', recording.bytes, headers)
      const kept = JSON.parse(readFileSync(keptFile(name), 'utf8')) as readonly Body[]
      expect(await settled(api, sent)).toMatchObject({ status: 'stored', stored: kept.length })
      if (recording.logs !== undefined) {
        const protobuf = { 'Content-Type': contentTypes.otlp_protobuf }
        const told = await sendBytes(api, '/v1/logs', recording.logs, protobuf)
        expect(await settled(api, told)).toMatchObject({ kind: 'logs', status: 'stored' })
      }
      const { links }: Body = JSON.parse(Buffer.from(sent.bytes).toString())
      const traceIds = new Set((links as readonly Body[]).map(({ trace_id }) => trace_id as string))
      const { body } = await api.call('GET', `/spans/?trace_ids=${[...traceIds].join(',')}`)
      expect(
        body.spans.map(({ span_name, adapters = [], attributes }: Body) => ({
          span: span_name as string,
          adapters: adapters as readonly string[],
          ag: keptAg(attributes.ag),
        })),
      ).toEqual(kept)
    },
  )
})
