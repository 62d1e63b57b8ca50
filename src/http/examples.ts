// Examples of named schemas in the OpenAPI document. A schema without a name is the body or the answer of one route and
// has its example there: `examples` of RouteInfo.
import type { z } from 'zod'
import type { JsonObject } from '../kernel/json/value.ts'

/** A value whose arrays and objects may be readonly. */
export type ReadonlyDeep<T> = T extends string | number | boolean | bigint | null | undefined
  ? T
  : T extends readonly (infer E)[]
    ? readonly ReadonlyDeep<E>[]
    : T extends object
      ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> }
      : T

export type ExampleOf<S extends z.ZodType> = NoInfer<ReadonlyDeep<z.input<S>>>

const schemaExamples = new WeakMap<object, unknown>()

/**
 * Sets the example of a schema and returns the schema. Name the schema first: `meta` copies it without its example.
 */
export function withExample<S extends z.ZodType>(schema: S, example: ExampleOf<S>): S {
  schemaExamples.set(schema, example)
  return schema
}

/** Like `withExample`, for an example that code generates. Only a test compares it with the schema. */
export function withGeneratedExample<S extends z.ZodType>(schema: S, example: JsonObject): S {
  schemaExamples.set(schema, example)
  return schema
}

export const exampleOf = (schema: object): unknown => schemaExamples.get(schema)
