// The HTTP layer: parses requests, calls one function of a subject, writes answers. It may import every subject and
// no store driver. Start at server.ts; each subject has its file of routes; this file says what a route is.
// A route is a value: the server registers it, the OpenAPI document shows it, the guard test reads its access rule.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AssayError, type ErrorCode } from '../kernel/errors.ts'
import type { AuditTrail } from '../access/audit.ts'
import type { CallerKey } from '../access/known-keys.ts'
import { roleReaches, type Scope } from '../access/scope.ts'
import type { Key, Project, Role, Session } from '../storage/contract/contract.ts'

/** Who may call: anybody, a project key of at least this role, or the operator with the admin key. */
export type Access = 'public' | Role | 'operator'

/** What a handler of a project route knows about its caller. */
export interface Caller {
  readonly key: CallerKey
  readonly project: Project
  readonly scope: Scope
  /** The session by whose cookie it was let in; absent: it sent its key. */
  readonly session?: Session
  /** Whether it would still be let in: keys are revoked and expire, sessions end, while an answer goes on. */
  readonly isLetIn: () => Promise<boolean>
}

export interface Call<B, Q, P> {
  readonly body: B
  readonly query: Q
  readonly params: P
  /** The address under which the client reached this server. */
  readonly publicUrl: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A failure in the words of the protocol that the route speaks. */
export interface ErrorAnswer {
  readonly contentType: string
  readonly body: string | Uint8Array
}

/** How a route writes failures that have not the form of all routes. */
export interface ErrorForm {
  readonly write: (error: AssayError, request: FastifyRequest) => ErrorAnswer
  /** What stands in those that are JSON. */
  readonly schema: z.ZodType
  readonly types: readonly string[]
}

/** An answer that is JSON text already, for values that JSON.stringify cannot write. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export interface RouteInfo {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Under /api unless `outside`, with `{name}` parameters. */
  readonly path: string
  readonly operationId: string
  readonly summary: string
  /** What is not obvious; the OpenAPI document shows it below the summary. */
  readonly description: string | undefined
  /** What is refused as validation_failed although the schemas allow it, in words. */
  readonly refuses: string | undefined
  /** Codes of failures beside those that follow from schemas and access. */
  readonly errors: readonly ErrorCode[]
  /**
   * How an SDK calls it: `testsets.commit`. The part before the dot is its tag in the OpenAPI document. Undefined: deprecated, or
   * a second address of another route; it works, and is not in the document.
   */
  readonly sdkName: string | undefined
  readonly access: Access
  /** Open to programs that the server calls, by the keys that they are lent. */
  readonly programs: boolean
  /** Changes something. */
  readonly writes: boolean
  /** Every attempt is in the audit log: all writes, what the operator changes, and reads of secrets. */
  readonly audited: boolean
  readonly body: z.ZodType | undefined
  /** An absent body reads as `{}`. */
  readonly bodyOptional: boolean
  /** Integers of the body that a double cannot hold are bigints, as in spans; elsewhere they are refused. */
  readonly keepsIntegers: boolean
  /** Fields of a multipart/form-data body, which the handler reads itself because it carries a file. */
  readonly form: z.ZodType | undefined
  /** Media types of a body that the handler gets as bytes, as received; undefined: JSON or none. */
  readonly bytesOf: readonly string[] | undefined
  /** What stands in bytes that are JSON, for the document alone: the handler reads them. */
  readonly bytesShown: z.ZodType | undefined
  /** Bytes come inflated and bounded like a JSON body, not as received and bounded like ingest. */
  readonly inflates: boolean
  readonly query: z.ZodType | undefined
  readonly params: z.ZodType | undefined
  readonly answer: z.ZodType
  /** Media types of an answer that the handler writes itself; undefined: JSON. */
  readonly answerTypes: readonly string[] | undefined
  readonly status: 200 | 202 | 204
  /** The path that replaces this one. */
  readonly deprecatedFor: string | undefined
  /** Stands beside /api, not below it. */
  readonly outside: boolean
  /** The cookie of a session opens it as its key would; false: it takes keys only. */
  readonly sessions: boolean
  /** What a refusal says when a store does not answer. */
  readonly unavailable: string | undefined
  /** Writes failures; undefined: in the form of all routes. */
  readonly answerError: ErrorForm | undefined
}

export interface Route extends RouteInfo {
  readonly handle: (call: Call<unknown, unknown, unknown>, caller: Caller | undefined) => Promise<unknown>
}

type Output<S extends z.ZodType | undefined> = S extends z.ZodType ? z.output<S> : undefined

interface Definition<
  B extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  P extends z.ZodType | undefined,
> extends Pick<RouteInfo, 'method' | 'path' | 'operationId' | 'summary' | 'answer'> {
  readonly sdkName?: string
  readonly programs?: boolean
  readonly description?: string
  readonly refuses?: string
  readonly errors?: readonly ErrorCode[]
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
  readonly unavailable?: string
  readonly answerError?: RouteInfo['answerError']
}

const complete = (
  definition: Definition<z.ZodType | undefined, z.ZodType | undefined, z.ZodType | undefined>,
) => ({
  method: definition.method,
  path: definition.path,
  operationId: definition.operationId,
  summary: definition.summary,
  sdkName: definition.sdkName,
  description: definition.description,
  refuses: definition.refuses,
  errors: definition.errors ?? [],
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
  unavailable: definition.unavailable,
  answerError: definition.answerError,
  bytesOf: undefined,
  bytesShown: undefined,
  inflates: false,
})

/** Opens the reads among these routes to programs that the server calls. */
export const readByPrograms = (routes: readonly Route[]): readonly Route[] =>
  routes.map((route) => (route.access === 'viewer' && !route.writes ? { ...route, programs: true } : route))

/** Throws `forbidden` unless this caller may call the route. */
export function refuseOthers(
  { key: { role } }: Caller,
  { access, programs }: Pick<Route, 'access' | 'programs'>,
): void {
  if (access === 'public' || access === 'operator') return
  if (role === 'program' ? programs : roleReaches(role, access)) return
  throw new AssayError('forbidden', `This needs a key with role ${access}; this one has role ${role}.`)
}

/** The stored key of a caller; where programs are not let in there is no other. */
export function storedKey({ key }: Pick<Caller, 'key'>): Key {
  const { role } = key
  if (role === 'program') throw new Error('a program was let in where only stored keys are')
  return { ...key, role }
}

/** A route for project keys of at least `access`. */
export function projectRoute<
  B extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  P extends z.ZodType | undefined = undefined,
>(
  definition: Definition<B, Q, P> & {
    readonly access: Role
    readonly handle: (call: Call<Output<B>, Output<Q>, Output<P>>, caller: Caller) => Promise<unknown>
  },
): Route {
  return {
    ...complete(definition),
    access: definition.access,
    handle: (call, caller) => {
      if (caller === undefined) throw new Error(`${definition.operationId} was called without a key`)
      return definition.handle(call as Call<Output<B>, Output<Q>, Output<P>>, caller)
    },
  }
}

/** A route for project keys that takes its body as bytes. */
export function bytesRoute<P extends z.ZodType | undefined = undefined>(
  definition: Omit<Definition<undefined, undefined, P>, 'body'> & {
    readonly access: Role
    readonly bytesOf: readonly string[]
    readonly bytesShown?: z.ZodType
    readonly inflates?: boolean
    readonly handle: (call: Call<Uint8Array, undefined, Output<P>>, caller: Caller) => Promise<unknown>
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
    bytesShown: definition.bytesShown,
    inflates: definition.inflates ?? false,
  }
}

/** A route by which the operator changes something; it stands in the audit log of the project that it is about. */
export function operatorRoute<
  B extends z.ZodType | undefined = undefined,
  P extends z.ZodType | undefined = undefined,
>(
  definition: Definition<B, undefined, P> & {
    readonly handle: (call: Call<Output<B>, undefined, Output<P>>, trail: AuditTrail) => Promise<unknown>
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

/** A route for anybody, or for the operator. */
export function openRoute<
  B extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  P extends z.ZodType | undefined = undefined,
>(
  definition: Definition<B, Q, P> & {
    readonly access: 'public' | 'operator'
    readonly handle: (call: Call<Output<B>, Output<Q>, Output<P>>) => Promise<unknown>
  },
): Route {
  return {
    ...complete(definition),
    access: definition.access,
    handle: (call) => definition.handle(call as Call<Output<B>, Output<Q>, Output<P>>),
  }
}
