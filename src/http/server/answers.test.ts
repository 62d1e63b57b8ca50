import fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { answerErrors } from './answers.ts'
import type { Route } from '../route.ts'

test('an unexpected error is answered with internal_error in the format of its route, without details', async () => {
  const app = fastify({ genReqId: () => 'r1' })
  answerErrors(app)
  const fail = async (): Promise<never> => Promise.reject(new Error('a secret of the server'))
  const route = {
    answerError: {
      write: ({ status, code }) => ({ contentType: 'text/plain', body: `${status} ${code}` }),
      schema: z.string(),
      types: ['text/plain'],
    },
  } satisfies Partial<Route> as Partial<Route> as Route
  app.get('/plain', fail)
  app.get('/own', { config: { route } }, fail)
  const plainAnswer = await app.inject('/plain')
  expect([plainAnswer.statusCode, plainAnswer.json()]).toEqual([
    500,
    { code: 'internal_error', detail: { message: 'An unexpected error occurred.', request_id: 'r1' } },
  ])
  const ownAnswer = await app.inject('/own')
  expect([ownAnswer.statusCode, ownAnswer.body]).toEqual([500, '500 internal_error'])
})
