// Every PUT of a record with a slug: another slug is ignored and reported, never refused.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { kindRows } from '../support/kinds.ts'

interface Edit {
  readonly path: string
  /** The key of the record in requests and answers; undefined where they have no envelope. */
  readonly key?: string
  readonly id: string
}

/** PUT routes whose records have no slug. */
const withoutSlug = [
  '/api/evaluations/metrics/',
  '/api/evaluations/results/',
  '/api/prices/',
  '/api/redaction/rules/',
  '/api/retention/',
  '/api/secrets/settings',
  '/api/traces/{trace_id}',
]

const document: Body = JSON.parse(readFileSync('docs/openapi.json', 'utf8'))
const documentedPuts = Object.entries(document.paths as Record<string, object>).flatMap(
  ([path, operations]) => ('put' in operations ? [path] : []),
)

const kindEdits = kindRows.flatMap(({ name, plural }) => [
  { path: `/${plural}`, key: name, member: 'id' },
  { path: `/${plural}/variants`, key: `${name}_variant`, member: 'variant_id' },
  { path: `/${plural}/revisions`, key: `${name}_revision`, member: 'revision_id' },
  { path: `/simple/${plural}`, key: name, member: 'id' },
])
const paths = [...kindEdits.map(({ path }) => path), '/secrets']

test('each documented PUT is in the table, or its record has no slug', () => {
  const editPaths = [...paths.map((path) => `/api${path}/{id}`), ...withoutSlug]
  expect(documentedPuts.toSorted()).toEqual(editPaths.toSorted())
})

describe.each(backends)('on %s', (backend) => {
  let api: Api
  const edits = new Map<string, Edit>()
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
    for (const { name, plural, payloads } of kindRows) {
      const createAnswer = await api.post(`/simple/${plural}/`, {
        [name]: { slug: `a-${name}`, data: payloads[0] },
      })
      for (const { path, key, member } of kindEdits.filter((edit) => edit.key.split('_')[0] === name)) {
        edits.set(path, { path, key, id: createAnswer.body[name][member] })
      }
    }
    const data = { kind: 'openai', provider: { key: 'sk-1' } }
    const secret = await api.post('/secrets/', {
      header: { name: 'S' },
      secret: { kind: 'provider_key', data },
    })
    edits.set('/secrets', { path: '/secrets', id: secret.body.id })
  })

  test.each(paths)('PUT %s/{id} ignores another slug with a warning', async (path) => {
    const { key, id } = edits.get(path) ?? expect.fail(`${path} has no record`)
    const recordOf = (body: Body): Body => (key === undefined ? body : body[key])
    const put = async (slug: string): Promise<Body> => {
      const answer = await api.put(`${path}/${id}`, key === undefined ? { slug } : { [key]: { slug } })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body
    }
    const { slug } = recordOf((await api.get(`${path}/${id}`)).body)
    const editAnswer = await put('another')
    expect(editAnswer.warnings).toEqual([
      {
        code: 'slug_unchanged',
        message: `A slug never changes: 'another' was ignored, the slug is still '${slug}'.`,
        target: ['slug'],
      },
    ])
    expect(recordOf(editAnswer).slug).toBe(slug)
    expect(recordOf((await api.get(`${path}/${id}`)).body).slug).toBe(slug)
    expect(await put(slug)).not.toHaveProperty('warnings')
  })
})
