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
 * Returns the schema, which has this example from now on. Name it before: `meta` copies a schema, without its example.
 */
export function withExample<S extends z.ZodType>(schema: S, example: ExampleOf<S>): S {
  schemaExamples.set(schema, example)
  return schema
}

/** The same with an example that code has written. Types do not compare it with the schema, only a test does. */
export function withWrittenExample<S extends z.ZodType>(schema: S, example: JsonObject): S {
  schemaExamples.set(schema, example)
  return schema
}

export const exampleOf = (schema: object): unknown => schemaExamples.get(schema)
