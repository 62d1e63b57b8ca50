// Numbers of imported files: spans keep 64-bit integers and nanoseconds exactly; rows refuse a number that they cannot
// store exactly, and name its path.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newWorkspace, type Workspace } from './workspace.ts'

let workspace: Workspace
beforeEach(async () => {
  workspace = await newWorkspace()
})
afterEach(() => workspace.close())

const largeNumber = '9007199254740993'
const span = (id: string, spanId: string): string =>
  `{"info": {}, "data": {"spans": [{"trace_id": "${id.repeat(32)}", "span_id": "${spanId}", "name": "exact-${id}",
    "start_time_unix_nano": 1772359200123456789, "end_time_unix_nano": 1772359200123456790,
    "attributes": {"mlflow.spanInputs": {"n": ${largeNumber}, "list": [-${largeNumber}, 1e16]}}}]}}`.replaceAll(
    '\n',
    ' ',
  )

const spansText = async (name: string): Promise<string> => {
  const response = await fetch(`${workspace.api.url}/api/spans/query`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `ApiKey ${workspace.api.key}` },
    body: JSON.stringify({ filter: `span_name = "${name}"`, windowing: { oldest: '2020-01-01T00:00:00Z' } }),
  })
  return response.text()
}

test.each([
  ['a', 'traces.json', (record: string) => `[${record}]`],
  ['b', 'one.json', (record: string) => record],
  ['c', 'traces.jsonl', (record: string) => `${record}\n`],
])('%s: spans of %s keep integers beyond 2^53 and nanoseconds', async (id, name, text) => {
  const report = await workspace.runImport(
    'mlflow',
    workspace.writeSource(name, text(span(id, 'd'.repeat(16)))),
  )
  expect(report).toMatchObject({ code: 0, spans: 1, faults: [] })
  const answer = await spansText(`exact-${id}`)
  expect(answer).toContain(`"n":${largeNumber}`)
  expect(answer).toContain(`-${largeNumber}`)
  expect(answer).toMatch(/10000000000000000|1e\+?16/)
  expect(answer).toMatch(/"start_time":"2026-03-01T10:00:00\.123456/)
})

test('CSV: integers of spans are kept inside JSON cells and as cells', async () => {
  const csv =
    `id,trace_id,type,name,start_time,input,metadata\n` +
    `o-1,t-1,SPAN,exact-csv,2026-03-01T10:00:00.123456Z,"{""n"":${largeNumber}}",${largeNumber}\n`
  const report = await workspace.runImport('langfuse', workspace.writeSource('observations.csv', csv))
  expect(report).toMatchObject({ code: 0, faults: [] })
  const answer = await spansText('exact-csv')
  expect(answer).toContain(`"n":${largeNumber}`)
  expect(answer).toContain(`"langfuse":"${largeNumber}"`)
})

test('rows refuse integers that a testcase cannot store, with their path, and the other rows are imported', async () => {
  const lines = `{"input": {"ids": [1, ${largeNumber}]}}\n{"input": 1e400}\n{"input": "ok", "ideal": 1e16}\n`
  const expectedReport = {
    code: 1,
    rows: 1,
    faults: [
      { line: 1, fault: expect.stringMatching(/^at \/input\/ids\/1: The number would be rounded/) },
      { line: 2, fault: expect.stringMatching(/^at \/input: The number would be rounded/) },
    ],
  }
  const jsonl = workspace.writeSource('rows.jsonl', lines)
  expect(await workspace.runImport('openai-evals', jsonl, '--dry-run')).toMatchObject(expectedReport)
  expect(await workspace.runImport('openai-evals', jsonl)).toMatchObject(expectedReport)
  const fullFile = workspace.writeSource('whole.json', `{"data": [${lines.trim().replaceAll('\n', ', ')}]}`)
  expect(await workspace.runImport('openai-evals', fullFile, '--dry-run')).toMatchObject({
    ...expectedReport,
    faults: [
      { line: 1, fault: expect.stringMatching(/^at \/input\/ids\/1: /) },
      { line: 2, fault: expect.stringMatching(/^at \/data\/1\/input: /) },
    ],
  })
  const yaml = `tests:\n  - vars: {id: ${largeNumber}}\n  - vars: {id: 7}\n`
  expect(
    await workspace.runImport('promptfoo', workspace.writeSource('p.yaml', yaml), '--dry-run'),
  ).toMatchObject({
    rows: 1,
    faults: [{ line: 2, fault: expect.stringMatching(/^at \/id: The number would be rounded/) }],
  })
})

test('spans refuse integers of more than 64 bits with their path', async () => {
  const record = span('e', 'f'.repeat(16)).replace(`"n": ${largeNumber}`, '"n": 9223372036854775808')
  expect(
    await workspace.runImport('mlflow', workspace.writeSource('long.jsonl', `${record}\n`), '--dry-run'),
  ).toMatchObject({
    code: 1,
    spans: 0,
    faults: [
      { line: 1, fault: 'at /mlflow.spanInputs/n: The integer has more than 64 bits: write it as a string.' },
    ],
  })
})

/** Starts a server with the interface of Agenta and these answers by path. Agenta stores integers of any length. */
async function startAgentaServer(answers: Readonly<Record<string, string>>) {
  const server = createServer((request, response) => {
    const text = answers[request.url ?? '']
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(text ?? '{"code":"not_found","detail":"Not found."}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

test('agenta: spans of a server keep integers beyond 2^53, rows and applications refuse them with their path', async () => {
  const spanRecord = `{"trace_id": "${'7'.repeat(32)}", "span_id": "${'7'.repeat(16)}", "span_name": "exact-agenta",
    "start_time": "2026-03-01T10:00:00Z", "end_time": "2026-03-01T10:00:01Z",
    "attributes": {"ag": {"data": {"inputs": {"n": ${largeNumber}, "small": 7}}}}}`
  const id = crypto.randomUUID()
  const other = await startAgentaServer({
    '/api/applications/query': `{"count": 1, "applications": [{"id": "${id}", "slug": "exact-app"}]}`,
    '/api/applications/revisions/log': `{"count": 2, "application_revisions": [
      {"version": "1", "data": {"parameters": {"seed": 7}}}, {"version": "2", "data": {"parameters": {"seed": ${largeNumber}}}}]}`,
    '/api/testsets/query': `{"count": 1, "testsets": [{"id": "${id}", "slug": "exact-rows"}]}`,
    '/api/testsets/revisions/retrieve': `{"count": 1, "testset_revision": {"data": {"testcases": [
      {"data": {"ids": [1, ${largeNumber}]}}, {"data": {"ids": [1, 2]}}]}}}`,
    '/api/spans/query': `{"count": 1, "spans": [${spanRecord}]}`,
  })
  try {
    expect(await workspace.runImport('agenta', other.url, '--from-key', 'k')).toMatchObject({
      code: 1,
      spans: 1,
      rows: 1,
      prompts: 1,
      faults: [
        { fault: expect.stringMatching(/^at \/parameters\/seed: The number would be rounded/) },
        { fault: expect.stringMatching(/^at \/ids\/1: The number would be rounded/) },
      ],
    })
  } finally {
    other.close()
  }
  expect(await spansText('exact-agenta')).toContain(`"n":${largeNumber}`)
})
