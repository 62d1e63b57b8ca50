// Every operation of the OpenAPI document, with corrupted requests of the structure that it describes.
import fc from 'fast-check'
import { Values } from '../../document/support/values.ts'
import { operations, type Operation, type Schema } from '../../support/document.ts'
import { damageBytes, hostileJson, hostileText, jsonBytes, corrupt } from '../hostile.ts'
import type { HostileRequest, Target } from '../request.ts'

const rightBodies = 4

/** Routes with targets of their own, and routes that would remove the key or the project of the attack. */
const excludedRoutes = /^\/api\/(otlp|admin\/projects\/\{id\}\/(archive|keys)|keys)\b|\/upload$/

const bodySchema = ({ requestBody }: Operation): Schema | undefined =>
  requestBody?.content['application/json']?.schema

/** A text for a parameter, mostly of an existing value. */
const parameter = (ids: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: hostileText })

const segment = (text: string): string => encodeURIComponent(text.toWellFormed()).slice(0, 900)

function queryOf({ parameters = [] }: Operation): fc.Arbitrary<string> {
  const names = parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  if (names.length === 0) return fc.constant('')
  const value = fc.oneof(
    hostileText,
    hostileJson.map((json) => JSON.stringify(json) ?? ''),
  )
  return fc
    .array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 3 })
    .map(
      (pairs) =>
        new URLSearchParams(
          pairs.map(([name, text]): [string, string] => [name, text.toWellFormed().slice(0, 500)]),
        ),
    )
    .map((search) => (search.size === 0 ? '' : `?${search}`))
}

/** `ids` of records that exist; the seed is for the bodies. */
export function routesTarget(ids: readonly string[], seed: number): Target {
  const values = new Values({})
  const attackedRoutes = operations
    .filter(({ path }) => !excludedRoutes.test(path))
    .map(({ method, path, operation }) => {
      const schema = bodySchema(operation)
      const validBodies = schema === undefined ? [] : values.shaped(schema, seed, rightBodies)
      const body: fc.Arbitrary<Uint8Array | undefined> =
        schema === undefined
          ? fc.constant(undefined)
          : fc.oneof(
              { weight: 6, arbitrary: corrupt(fc.constantFrom(...validBodies)).map(jsonBytes) },
              { weight: 1, arbitrary: damageBytes(fc.constantFrom(...validBodies).map(jsonBytes)) },
              { weight: 1, arbitrary: hostileJson.map(jsonBytes) },
            )
      const filledPath = fc
        .array(parameter(ids), { minLength: 3, maxLength: 3 })
        .map((texts) => path.replaceAll(/\{\w+\}/g, () => segment(texts.shift() ?? 'x')))
      return { method, filledPath, query: queryOf(operation), body }
    })
  const requests = fc
    .constantFrom(...attackedRoutes)
    .chain(({ method, filledPath, query, body }) => fc.tuple(fc.constant(method), filledPath, query, body))
    .map(([method, path, query, body]): HostileRequest => ({
      method,
      path: path + query,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body,
    }))
  return { name: 'routes', requests }
}
