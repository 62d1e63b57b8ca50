// Names of inherited members, such as `constructor`, are ordinary names wherever a client can choose names.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { download, upload } from '../support/files.ts'
import { sendJson, waitForReceipt, span, spansOf, text } from '../support/otlp.ts'

const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__']

/** An object with a member for each name, parsed from JSON. */
const objectWithNames = (valueOf: (name: string) => unknown): Body =>
  JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(valueOf(name))}`).join(',')}}`)

/** The members as pairs, for comparisons: `toEqual` treats `__proto__` as the prototype. */
const pairs = (object: object): readonly (readonly [string, unknown])[] =>
  Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1))

describe.each(backends)('names of inherited members on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
  })

  test('are stored in headers and payloads, and can be filtered by', async () => {
    const meta = objectWithNames((name) => ({ is: name }))
    const answer = await api.post('/simple/workflows/', {
      workflow: { slug: 'named', meta, data: { parameters: meta } },
    })
    expect(answer.status).toBe(200)
    const { body } = await api.post('/workflows/revisions/retrieve', { workflow_ref: { slug: 'named' } })
    expect(pairs(body.workflow_revision.data.parameters)).toEqual(pairs(meta))
    for (const name of names) {
      const condition = JSON.parse(`{${JSON.stringify(name)}: {"is": ${JSON.stringify(name)}}}`)
      const answer = await api.post('/workflows/query', { workflow: { meta: condition } })
      expect([answer.status, answer.body.count], name).toEqual([200, 1])
      const absentAnswer = await api.post('/workflows/query', { workflow: { tags: condition } })
      expect([absentAnswer.status, absentAnswer.body.count], name).toEqual([200, 0])
    }
  })

  test('can be keys of environments', async () => {
    const references = objectWithNames(() => ({}))
    const answer = await api.post('/simple/environments/', {
      environment: { slug: 'named', data: { references } },
    })
    expect([answer.status, Object.keys(answer.body.environment.data.references).toSorted()]).toEqual([
      200,
      names.toSorted(),
    ])
    for (const key of names) {
      const { body } = await api.post('/workflows/revisions/retrieve', {
        environment_ref: { slug: 'production' },
        key,
      })
      expect(body.code, key).toBe('not_deployed')
    }
  })

  test('can be attributes of spans, flat and nested, and can be filtered by', async () => {
    const namedSpan = span({
      attributes: names.flatMap((name) => [
        text(name, 'flat'),
        text(`a.${name}`, 'nested'),
        text(`${name}.b`, 'below'),
        text(`ag.data.inputs.${name}`, 'input'),
        text(`ag.metrics.unit.${name}`, 'no number'),
        text(`gen_ai.${name}.content`, 'foreign'),
      ]),
    })
    const receipt = await waitForReceipt(api, await sendJson(api, namedSpan))
    expect(receipt).toMatchObject({ status: 'stored' })
    const storedSpan = (await spansOf(api, namedSpan.traceId)).get(namedSpan.spanId)
    expect(pairs(storedSpan.attributes.ag.data.inputs)).toEqual(pairs(objectWithNames(() => 'input')))
    expect(pairs(storedSpan.attributes.a)).toEqual(pairs(objectWithNames(() => 'nested')))
    for (const name of names) {
      const countMatches = async (condition: Body): Promise<unknown> => {
        const { status, body } = await api.post('/spans/query', { filter: { conditions: [condition] } })
        return status === 200 ? body.count : body
      }
      expect(
        await countMatches({ field: 'attributes', key: `a.${name}`, operator: 'is', value: 'nested' }),
        name,
      ).toBe(1)
      expect(
        await countMatches({ field: 'attributes', key: `absent.${name}`, operator: 'exists' }),
        name,
      ).toBe(0)
    }
  })

  test('can be columns of testsets, in every file format', async () => {
    const rows = [objectWithNames((name) => `${name} 1`), objectWithNames((name) => `${name} 2`)]
    const answer = await upload(api, '/simple/testsets/upload', {
      content: JSON.stringify(rows.map((data) => ({ ...data }))),
      name: 'rows.json',
    })
    expect(answer.status).toBe(200)
    const revisionId = answer.body.testset.revision_id as string
    for (const type of ['csv', 'json', 'jsonl', 'parquet']) {
      const file = await download(api, `/testsets/revisions/${revisionId}/download?file_type=${type}`)
      expect(file.status, type).toBe(200)
      const secondUpload = await upload(api, '/simple/testsets/upload', {
        content: file.bytes,
        name: `rows.${type}`,
      })
      expect(secondUpload.status, type).toBe(200)
      const testcases = secondUpload.body.testset.data.testcases as readonly Body[]
      expect(
        testcases.map(({ data: { testcase_dedup_id: _, ...data } }) => pairs(data)),
        type,
      ).toEqual(rows.map(pairs))
    }
  })

  test.each(names)('%s is not found in records without that name', async (name) => {
    const paths = [
      `/evaluators/catalog/templates/${name}`,
      `/applications/catalog/templates/${name}`,
      `/workflows/catalog/types/${name}`,
      `/simple/traces/${name}`,
      `/keys/${name}`,
    ]
    for (const path of paths) expect((await api.get(path)).status, path).toBeLessThan(500)
    const evaluator = await api.post('/simple/evaluators/', {
      evaluator: { data: { uri: `agenta:builtin:${name}:v0` } },
    })
    expect(evaluator.status).toBeLessThan(500)
    const encodingAnswer = await api.call(
      'POST',
      '/workflows/query',
      {},
      { 'Content-Encoding': name.toLowerCase() },
    )
    expect(encodingAnswer.status).toBe(415)
    const queryAnswer = await api.post(`/workflows/query?${name}=1&${name}_id=2`)
    expect(queryAnswer.status).toBe(200)
  })
})
