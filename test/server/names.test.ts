// Names of inherited members, such as `constructor`, are ordinary names wherever a client may choose one.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { download, upload } from '../support/files.ts'
import { sendJson, settled, span, spansOf, text } from '../support/otlp.ts'

const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__']

/** Every name with a value of its own, as JSON reads it. */
const named = (valueOf: (name: string) => unknown): Body =>
  JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(valueOf(name))}`).join(',')}}`)

/** Compared as text, because `toEqual` treats `__proto__` as the prototype. */
const pairs = (object: object): readonly (readonly [string, unknown])[] =>
  Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1))

describe.each(backends)('on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
  })

  test('stay in headers and payloads, and find them', async () => {
    const meta = named((name) => ({ is: name }))
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
      const absent = await api.post('/workflows/query', { workflow: { tags: condition } })
      expect([absent.status, absent.body.count], name).toEqual([200, 0])
    }
  })

  test('are keys of environments', async () => {
    const references = named(() => ({}))
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

  test('are attributes of spans, flat and nested, and can be queried', async () => {
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
    const receipt = await settled(api, await sendJson(api, namedSpan))
    expect(receipt).toMatchObject({ status: 'stored' })
    const stored = (await spansOf(api, namedSpan.traceId)).get(namedSpan.spanId)
    expect(pairs(stored.attributes.ag.data.inputs)).toEqual(pairs(named(() => 'input')))
    expect(pairs(stored.attributes.a)).toEqual(pairs(named(() => 'nested')))
    for (const name of names) {
      const ask = async (condition: Body): Promise<unknown> => {
        const { status, body } = await api.post('/spans/query', { filter: { conditions: [condition] } })
        return status === 200 ? body.count : body
      }
      expect(
        await ask({ field: 'attributes', key: `a.${name}`, operator: 'is', value: 'nested' }),
        name,
      ).toBe(1)
      expect(await ask({ field: 'attributes', key: `absent.${name}`, operator: 'exists' }), name).toBe(0)
    }
  })

  test('are columns of testsets, in every form of file', async () => {
    const rows = [named((name) => `${name} 1`), named((name) => `${name} 2`)]
    const answer = await upload(api, '/simple/testsets/upload', {
      content: JSON.stringify(rows.map((data) => ({ ...data }))),
      name: 'rows.json',
    })
    expect(answer.status).toBe(200)
    const revisionId = answer.body.testset.revision_id as string
    for (const type of ['csv', 'json', 'jsonl', 'parquet']) {
      const file = await download(api, `/testsets/revisions/${revisionId}/download?file_type=${type}`)
      expect(file.status, type).toBe(200)
      const second = await upload(api, '/simple/testsets/upload', {
        content: file.bytes,
        name: `rows.${type}`,
      })
      expect(second.status, type).toBe(200)
      const read = second.body.testset.data.testcases as readonly Body[]
      expect(
        read.map(({ data: { testcase_dedup_id: _, ...data } }) => pairs(data)),
        type,
      ).toEqual(rows.map(pairs))
    }
  })

  test.each(names)('%s is not found in records without such a name', async (name) => {
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
    const encoded = await api.call('POST', '/workflows/query', {}, { 'Content-Encoding': name.toLowerCase() })
    expect(encoded.status).toBe(415)
    const queried = await api.post(`/workflows/query?${name}=1&${name}_id=2`)
    expect(queried.status).toBe(200)
  })
})
