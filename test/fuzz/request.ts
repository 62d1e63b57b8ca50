// A request of the fuzzer, and its generators.
import type fc from 'fast-check'

export interface HostileRequest {
  readonly method: string
  /** From the root, with its query string. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
  /** Undefined: HTTP. Over gRPC the body is the message. Raw: only the body is written to the connection. */
  readonly transport?: 'grpc' | 'raw'
}

/** Something that can be attacked, by requests of one kind. */
export interface Target {
  readonly name: string
  readonly requests: fc.Arbitrary<HostileRequest>
}

export const post = (
  path: string,
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = { 'Content-Type': 'application/json' },
): HostileRequest => ({ method: 'POST', path, headers, body })
