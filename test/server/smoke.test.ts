import { describe, expect, test } from 'vitest'
import { backends, newProject, request, serverOf } from '../support/api.ts'

describe.each(backends)('a server on %s', (backend) => {
  test('is alive and ready', async () => {
    const url = serverOf(backend)
    expect((await request(`${url}/health`, { method: 'GET' })).body).toEqual({ status: 'ok' })
    expect((await request(`${url}/ready`, { method: 'GET' })).body).toEqual({ status: 'ready' })
  })

  test('returns a simple application as it was created', async () => {
    const api = await newProject(serverOf(backend))
    const data = { parameters: { prompt: { messages: [{ role: 'user', content: 'Grüße, {{name}} 👋' }] } } }
    const createAnswer = await api.post('/simple/applications/', { application: { slug: 'greeter', data } })
    expect(createAnswer.status).toBe(200)
    const retrieval = await api.post('/applications/revisions/retrieve', {
      application_ref: { slug: 'greeter' },
    })
    expect(retrieval.body.application_revision).toMatchObject({ version: '1', data })
  })
})
