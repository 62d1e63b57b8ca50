// The HTTP layer parses requests, calls one function of a subject and writes answers. It may import every
// subject, but no store driver. Start at server/server.ts; each subject has its own folder of routes. This
// file defines a route: a value that the server registers, the OpenAPI document shows, and a guard test
// checks for its access rule.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AssayError, type ErrorCode } from '../kernel/errors.ts'
import type { AuditTrail } from '../access/audit.ts'
import type { CallerKey } from '../access/key-cache.ts'
import { roleReaches, type Scope } from '../access/scope.ts'
import type { Key, Project, Role, Session } from '../storage/contract/contract.ts'
import type { ExampleOf, ReadonlyDeep } from './examples.ts'

/** Who may call: everyone, a project key with at least this role, or the operator with the admin key. */
export type Access = 'public' | Role | 'operator'

/** The caller of a project route. */
export interface Caller {
  readonly key: CallerKey
  readonly project: Project
  readonly scope: Scope
  /** The session of the cookie; absent when the caller sent its key. */
  readonly session?: Session
  /** Whether the caller still has access: during a long answer its key may be revoked or expire, or its session end. */
  readonly hasAccess: () => Promise<boolean>
}

export interface Call<B, Q, P> {
  readonly body: B
  readonly query: Q
  readonly params: P
  /** The base URL under which the client reached this server. */
  readonly publicUrl: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** An error in the format of the route's protocol. */
export interface ErrorAnswer {
  readonly contentType: string
  readonly body: string | Uint8Array
}

/** How a route with its own error format writes errors. */
export interface ErrorFormat {
  readonly write: (error: AssayError, request: FastifyRequest) => ErrorAnswer
  /** The schema of those errors that are JSON. */
  readonly schema: z.ZodType
  readonly types: readonly string[]
}

/** An answer that is already JSON text, for values that JSON.stringify cannot write. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export interface RouteInfo {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /api unless `outside`, with `{name}` parameters. */
  readonly path: string
  readonly operationId: string
  readonly summary: string
  /** A rule that is not obvious; the OpenAPI document shows it below the summary. */
  readonly description: string | undefined
  /** Describes requests that the schemas allow but the server refuses with validation_failed. */
  readonly refuses: string | undefined
  /** Error codes beyond those implied by schemas and access. */
  readonly errors: readonly ErrorCode[]
  /** Examples of the body and the answer in the OpenAPI document. */
  readonly examples: { readonly body?: unknown; readonly answer?: unknown }
  /**
   * Its name in SDKs: `testsets.commit`. The part before the dot is its tag in the OpenAPI document.
   * Undefined for deprecated routes and second addresses: they work, but are not in the document.
   */
  readonly sdkName: string | undefined
  readonly access: Access
  /** Open to programs that the server calls, with their call-scoped keys. */
  readonly programs: boolean
  readonly writes: boolean
  /** Every call is in the audit log: all writes, changes by the operator, reads of secrets, and fetches with Git. */
  readonly audited: boolean
  readonly body: z.ZodType | undefined
  /** An absent body counts as `{}`. */
  readonly bodyOptional: boolean
  /** Large integers of the body become bigints, as in spans; on other routes they are refused. */
  readonly keepsIntegers: boolean
  /** Fields of a multipart/form-data body. The handler reads it, because it contains a file. */
  readonly form: z.ZodType | undefined
  /** Media types of a body that the handler receives as raw bytes; undefined: JSON or none. */
  readonly bytesOf: readonly string[] | undefined
  /** The schema of such bytes when they are JSON. Only the document uses it; the handler parses the bytes. */
  readonly bytesSchema: z.ZodType | undefined
  /** Bytes are inflated and bounded like a JSON body, instead of raw and bounded like ingest. */
  readonly inflates: boolean
  readonly query: z.ZodType | undefined
  readonly params: z.ZodType | undefined
  readonly answer: z.ZodType
  /** Media types of an answer that the handler writes; undefined: JSON. */
  readonly answerTypes: readonly string[] | undefined
  readonly status: 200 | 202 | 204
  /** The path that replaces this one. */
  readonly deprecatedFor: string | undefined
  /** The path is not below /api. */
  readonly outside: boolean
  /** Accepts session cookies; false: accepts keys only. */
  readonly sessions: boolean
  /** Accepts HTTP Basic with the key as the password or the user name, and requests it with a 401. */
  readonly basic: boolean
  /** The handler reads the body itself, by `pipeBody`. */
  readonly readsBody: boolean
  /** The message of a refusal when a store is unavailable. */
  readonly unavailable: string | undefined
  /** Writes errors; undefined: the common format. */
  readonly answerError: ErrorFormat | undefined
}

export interface Route extends RouteInfo {
  readonly handle: (call: Call<unknown, unknown, unknown>, caller: Caller | undefined) => Promise<unknown>
}

/**
 * The answers of a route: the input of its schema, text that is JSON already, or nothing where the schema is none or a
 * text that the handler writes itself.
 */
type Answer<A extends z.ZodType> =
  | ReadonlyDeep<z.input<A>>
  | JsonText
  | FastifyReply
  | (z.input<A> extends string | undefined ? void : never)

/**
 * An answer that a subject builds as JSON: only `check_answers` compares it with the schema. ratchet.json counts its
 * uses.
 */
export const untypedAnswer = (answer: unknown): never => answer as never

type Output<S extends z.ZodType | undefined> = S extends z.ZodType ? z.output<S> : undefined
type Example<S extends z.ZodType | undefined> = S extends z.ZodType ? ExampleOf<S> : never

interface Definition<
  B extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  P extends z.ZodType | undefined,
  A extends z.ZodType,
> extends Pick<RouteInfo, 'method' | 'path' | 'operationId' | 'summary'> {
  readonly answer: A
  readonly sdkName?: string
  readonly programs?: boolean
  readonly description?: string
  readonly refuses?: string
  readonly errors?: readonly ErrorCode[]
  /** A named schema, which other routes may share, has its example beside it: `withExample`. */
  readonly examples?: { readonly body?: Example<B>; readonly answer?: Example<A> }
  readonly writes?: boolean
  readonly audited?: boolean
  readonly body?: B
  readonly bodyOptional?: boolean
  readonly keepsIntegers?: boolean
  readonly form?: z.ZodType
  readonly query?: Q
  readonly params?: P
  readonly answerTypes?: readonly string[]
  readonly status?: 200 | 202 | 204
  readonly deprecatedFor?: string
  readonly outside?: boolean
  readonly sessions?: boolean
  readonly basic?: boolean
  readonly readsBody?: boolean
  readonly unavailable?: string
  readonly answerError?: RouteInfo['answerError']
}

const withDefaults = (
  definition: Definition<z.ZodType | undefined, z.ZodType | undefined, z.ZodType | undefined, z.ZodType>,
) => ({
  method: definition.method,
  path: definition.path,
  operationId: definition.operationId,
  summary: definition.summary,
  sdkName: definition.sdkName,
  description: definition.description,
  refuses: definition.refuses,
  errors: definition.errors ?? [],
  examples: definition.examples ?? {},
  answer: definition.answer,
  programs: definition.programs ?? false,
  writes: definition.writes ?? false,
  audited: definition.audited ?? definition.writes ?? false,
  body: definition.body,
  bodyOptional: definition.bodyOptional ?? false,
  keepsIntegers: definition.keepsIntegers ?? false,
  form: definition.form,
  query: definition.query,
  params: definition.params,
  answerTypes: definition.answerTypes,
  status: definition.status ?? 200,
  deprecatedFor: definition.deprecatedFor,
  outside: definition.outside ?? false,
  sessions: definition.sessions ?? true,
  basic: definition.basic ?? false,
  readsBody: definition.readsBody ?? false,
  unavailable: definition.unavailable,
  answerError: definition.answerError,
  bytesOf: undefined,
  bytesSchema: undefined,
  inflates: false,
})

/** Opens the read routes among these to programs that the server calls. */
export const openReadsToPrograms = (routes: readonly Route[]): readonly Route[] =>
  routes.map((route) => (route.access === 'viewer' && !route.writes ? { ...route, programs: true } : route))

/** Throws `forbidden` unless this caller may call the route. */
export function requireRole(
  { key: { role } }: Caller,
  { access, programs }: Pick<Route, 'access' | 'programs'>,
): void {
  if (access === 'public' || access === 'operator') return
  if (role === 'program' ? programs : roleReaches(role, access)) return
  throw new AssayError(
    'forbidden',
    `This request needs a key with role ${access}; this key has role ${role}.`,
  )
}

/** The stored key of a caller. Only routes that admit no programs may call it. */
export function storedKey({ key }: Pick<Caller, 'key'>): Key {
  const { role } = key
  if (role === 'program') throw new Error('a program called a route that takes stored keys only')
  return { ...key, role }
}

/** A route for project keys of at least `access`. */
export function projectRoute<
  B extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  P extends z.ZodType | undefined = undefined,
  A extends z.ZodType = z.ZodType,
>(
  definition: Definition<B, Q, P, A> & {
    readonly access: Role
    readonly handle: (
      call: Call<Output<B>, Output<Q>, Output<P>>,
      caller: Caller,
    ) => Promise<NoInfer<Answer<A>>>
  },
): Route {
  return {
    ...withDefaults(definition),
    access: definition.access,
    handle: (call, caller) => {
      if (caller === undefined) throw new Error(`${definition.operationId} was called without a key`)
      return definition.handle(call as Call<Output<B>, Output<Q>, Output<P>>, caller)
    },
  }
}

/** A route for project keys that takes its body as bytes. */
export function bytesRoute<P extends z.ZodType | undefined = undefined, A extends z.ZodType = z.ZodType>(
  definition: Omit<Definition<undefined, undefined, P, A>, 'body'> & {
    readonly access: Role
    readonly bytesOf: readonly string[]
    readonly bytesSchema?: z.ZodType
    readonly inflates?: boolean
    readonly handle: (
      call: Call<Uint8Array, undefined, Output<P>>,
      caller: Caller,
    ) => Promise<NoInfer<Answer<A>>>
  },
): Route {
  const route = projectRoute({
    ...definition,
    handle: (call, caller) =>
      definition.handle(
        { ...call, body: (call.request.body as Uint8Array | undefined) ?? new Uint8Array() },
        caller,
      ),
  })
  return {
    ...route,
    bytesOf: definition.bytesOf,
    bytesSchema: definition.bytesSchema,
    inflates: definition.inflates ?? false,
  }
}

/** A route for changes by the operator. Each call is in the audit log of its project. */
export function operatorRoute<
  B extends z.ZodType | undefined = undefined,
  P extends z.ZodType | undefined = undefined,
  A extends z.ZodType = z.ZodType,
>(
  definition: Definition<B, undefined, P, A> & {
    readonly handle: (
      call: Call<Output<B>, undefined, Output<P>>,
      trail: AuditTrail,
    ) => Promise<NoInfer<Answer<A>>>
  },
): Route {
  return openRoute({
    ...definition,
    access: 'operator',
    audited: true,
    handle: (call) => {
      const { trail } = call.request
      if (trail === undefined) throw new Error(`${definition.operationId} was called without a trail`)
      return definition.handle(call, trail)
    },
  })
}

/** A route for everyone, or for the operator. */
export function openRoute<
  B extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  P extends z.ZodType | undefined = undefined,
  A extends z.ZodType = z.ZodType,
>(
  definition: Definition<B, Q, P, A> & {
    readonly access: 'public' | 'operator'
    readonly handle: (call: Call<Output<B>, Output<Q>, Output<P>>) => Promise<NoInfer<Answer<A>>>
  },
): Route {
  return {
    ...withDefaults(definition),
    access: definition.access,
    handle: (call) => definition.handle(call as Call<Output<B>, Output<Q>, Output<P>>),
  }
}
