// The client with real servers: its requests are accepted, and its types match the answers.
import { beforeAll, describe, expect, test } from 'vitest'
import {
  Assay,
  AssayError,
  NotFoundError,
  RevisionConflictError,
  UnauthorizedError,
} from '../../sdk/client.ts'
import { backends, newProject, serverOf } from '../support/api.ts'

const pushes = [
  ['application', { parameters: { tone: 'calm' } }, { parameters: { tone: 'warm' } }],
  ['evaluator', { parameters: { tone: 'calm' } }, { parameters: { tone: 'warm' } }],
  ['testset', { testcases: [{ data: { a: 1 } }] }, { testcases: [{ data: { a: 2 } }] }],
] as const

describe.each(backends)('the client on %s', (backend) => {
  let assay: Assay

  beforeAll(async () => {
    const { url, key } = await newProject(serverOf(backend))
    assay = new Assay({ url, key })
  })

  const createApplication = async (slug: string) => {
    const { application: createdApplication } = await assay.simpleApplications.create({
      application: {
        slug,
        data: { parameters: { prompt: { messages: [{ role: 'user', content: 'Hi' }] } } },
      },
    })
    if (createdApplication === undefined) throw new Error('no application was answered')
    return createdApplication
  }

  test('a commit is read by its slug', async () => {
    const { id } = await createApplication('round-trip')
    await assay.applications.commit({
      application_revision: { application_id: id, message: 'second', data: { parameters: { tone: 'calm' } } },
    })
    const { application_revision: revision } = await assay.applications.retrieve({
      application_ref: { slug: 'round-trip' },
    })
    expect(revision?.message).toBe('second')
    expect(revision?.data).toMatchObject({ parameters: { tone: 'calm' } })
  })

  test('a stale base throws the error of its code, with the request id and the detail', async () => {
    const { id } = await createApplication('stale')
    const commit = (base: string) =>
      assay.applications.commit({
        application_revision: { application_id: id, base_revision_id: base, data: { parameters: {} } },
      })
    const { application_revision: head } = await assay.applications.retrieve({ application_ref: { id } })
    await commit(head?.id ?? '')
    const error = await commit(head?.id ?? '').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RevisionConflictError)
    expect(error).toMatchObject({
      code: 'revision_conflict',
      status: 409,
      requestId: expect.stringMatching(/./),
    })
  })

  test('invalid fields are field errors with their paths', async () => {
    const error = await assay.applications
      .query({ windowing: { limit: -1 } })
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(AssayError)
    expect((error as AssayError).faults[0]?.loc).toEqual(['body', 'windowing', 'limit'])
  })

  test('an unknown key and an unknown record have different error classes', async () => {
    const clientWithWrongKey = new Assay({ url: serverOf(backend), key: 'nobodyXX.0000' })
    await expect(clientWithWrongKey.projects.current()).rejects.toBeInstanceOf(UnauthorizedError)
    await expect(assay.keys.delete('nobodyXX')).rejects.toBeInstanceOf(NotFoundError)
  })

  test('a list is awaited page by page, or iterated completely', async () => {
    for (let index = 0; index < 5; index++) await createApplication(`listed-${index}`)
    const query = { application: { slugs: ['listed-0', 'listed-1', 'listed-2', 'listed-3', 'listed-4'] } }
    const windowing = { limit: 2 } as const
    const page = await assay.simpleApplications.query({ ...query, windowing })
    expect(page.applications).toHaveLength(2)
    const slugs: unknown[] = []
    for await (const simpleApplication of assay.simpleApplications.query({ ...query, windowing }))
      slugs.push(simpleApplication.slug)
    expect(slugs).toEqual(['listed-4', 'listed-3', 'listed-2', 'listed-1', 'listed-0'])
  })

  test('the events of a run end with the run', async () => {
    const { runs } = await assay.runs.create({ runs: [{ name: 'followed' }] })
    const id = String(runs[0]?.id)
    await assay.runs.close(id)
    const controller = new AbortController()
    const events: string[] = []
    try {
      for await (const { event } of assay.runs.follow(id, { signal: controller.signal })) {
        events.push(event)
        if (event === 'progress') controller.abort()
      }
    } catch (error) {
      expect((error as Error).name).toBe('AbortError')
    }
    expect(events.length).toBeGreaterThan(0)
  })

  test('a file is uploaded and downloaded', async () => {
    const { testset } = await assay.simpleTestsets.createFromFile({
      file: new Blob(['question,answer\nWhy?,Because.\n']),
      file_type: 'csv',
      testset_name: 'uploaded',
    })
    const file = await assay.simpleTestsets.download(String(testset?.id), { file_type: 'jsonl' })
    expect(JSON.parse(await file.text())).toMatchObject({ question: 'Why?', answer: 'Because.' })
  })

  test.each(pushes)(
    'a push of the kind %s creates the record, and a revision only for a change',
    async (kind, data, other) => {
      const slug = `pushed-${crypto.randomUUID()}`
      const [first, ...rest] = await Promise.all(
        [1, 2, 3].map(() => assay.push(kind, { slug, data, message: 'from here' })),
      )
      const ids = [first, ...rest].map((result) => result?.revision.id)
      expect(new Set(ids).size).toBe(1)
      expect([first, ...rest].filter((result) => result?.isNew === true)).toHaveLength(1)
      expect(first?.revision).toMatchObject({ version: '1', message: 'from here' })
      const changedPush = await assay.push(kind, { slug, data: other })
      expect(changedPush).toMatchObject({ isNew: true, revision: { version: '2' } })
    },
  )
})
