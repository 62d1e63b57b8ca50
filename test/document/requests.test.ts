// Compares the server with the OpenAPI document in both directions: allowed requests are not refused for their structure,
// forbidden requests are not accepted, and every answer has a documented status, code, media type and schema. Each
// operation gets the example of its body, which breaks no rule, and requests generated from its schemas.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api } from '../support/api.ts'
import { operations } from '../support/document.ts'
import { exchangesOf, violationOf } from './support/exchange.ts'
import { createRecords } from './support/project.ts'
import { send } from './support/send.ts'
import { Values } from './support/values.ts'
import { amount } from '../support/tier.ts'

const seed = 1
const count = amount(1, 3)

/** Operations that take seconds; each is called once. */
const slowOperations: ReadonlySet<string> = new Set([
  'create_demo_project',
  'create_demo_project_as_operator',
])

const groups = [...new Set(operations.flatMap(({ operation }) => operation.tags))]

describe.each(backends)('on %s', (backend) => {
  let api: Api
  let values: Values

  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
    values = new Values(
      await createRecords(async (method, path, body) => (await api.call(method, path, body)).body),
    )
  })

  test.each(groups)('%s', async (group) => {
    const violations: string[] = []
    for (const operationOfGroup of operations.filter(({ operation }) => operation.tags.includes(group))) {
      const exchanges = exchangesOf(operationOfGroup, values, {
        seed,
        count: slowOperations.has(operationOfGroup.id) ? 1 : count,
      })
      for (const exchange of exchanges) {
        const violation = violationOf(
          operationOfGroup,
          exchange,
          await send(api.url, api.key, operationOfGroup, exchange),
        )
        const { method, url, body } = exchange
        if (violation !== undefined)
          violations.push(`${method} ${url} ${typeof body === 'string' ? body : ''}: ${violation}`)
      }
    }
    expect(violations).toEqual([])
  })
})
