// Recorded exports of instrumentations (test/recorded/instrumentations) with the expected spans beside them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const folder = join(import.meta.dirname, '../recorded/instrumentations')
const exports = join(folder, 'exports')

export interface Recording {
  /** The name of the library, which is the prefix of the file. */
  readonly name: string
  /** `logs_protobuf`: a coding agent, which sends logs and no spans. */
  readonly form: 'otlp_json' | 'otlp_protobuf' | 'logs_protobuf'
  /** The message, inflated. */
  readonly bytes: Uint8Array
  /** The logs of the program, in protobuf. */
  readonly logs?: Uint8Array
}

/** All recorded requests. */
export function recordings(): readonly Recording[] {
  return readdirSync(exports).flatMap((file): readonly Recording[] => {
    const agent = /^(claude-code|codex)-logs\.bin$/.exec(file)?.[1]
    if (agent !== undefined) {
      return [{ name: agent, form: 'logs_protobuf', bytes: readFileSync(join(exports, file)) }]
    }
    const [, name, encoding, gzipped] = /^(.+)-traces\.(bin|json)(\.gz)?$/.exec(file) ?? []
    if (name === undefined) return []
    const bytes = readFileSync(join(exports, file))
    const logs = join(exports, `${name}-logs.bin`)
    return [
      {
        name,
        form: encoding === 'json' ? 'otlp_json' : 'otlp_protobuf',
        bytes: gzipped === undefined ? bytes : gunzipSync(bytes),
        ...(existsSync(logs) ? { logs: readFileSync(logs) } : {}),
      },
    ]
  })
}

/** A stored span: its name, the adapter that recognised it, and its `ag`. */
export interface SpanSnapshot {
  readonly span: string
  readonly adapters: readonly string[]
  readonly ag: object
}

/** The file of the spans that a recording becomes, in the order of their start. */
export const snapshotFile = (name: string): string => join(folder, 'ag', `${name}.json`)

interface AgWithException {
  readonly exception?: { readonly stacktrace?: string }
}

/** The compared `ag`: only the first line of a stack trace. */
export function comparedAg(ag: AgWithException): object {
  const { exception } = ag
  if (exception?.stacktrace === undefined) return ag
  return { ...ag, exception: { ...exception, stacktrace: exception.stacktrace.split('\n')[0] } }
}
