// Recorded exports of real libraries: the spans that the server returns equal the files next to the recordings.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { storeAllRecordings } from '../support/recorded-traces.ts'
import { comparedAg, snapshotFile, recordings } from '../support/recordings.ts'

describe.each(backends)('on %s', (backend) => {
  let api: Api
  let tracesOf: ReadonlyMap<string, readonly string[]>
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
    const storedRecordings = await storeAllRecordings(api)
    tracesOf = new Map(storedRecordings.map(({ name, traceIds }) => [name, traceIds]))
  })

  test.each(recordings().map(({ name }) => name))('spans of %s are mapped', async (name) => {
    const { body } = await api.call('GET', `/spans/?trace_ids=${tracesOf.get(name)?.join(',')}`)
    expect(
      body.spans.map(({ span_name, adapters = [], attributes }: Body) => ({
        span: span_name as string,
        adapters: adapters as readonly string[],
        ag: comparedAg(attributes.ag),
      })),
    ).toEqual(JSON.parse(readFileSync(snapshotFile(name), 'utf8')))
  })
})
