// `@assay/sdk`: the client of the HTTP interface. Runs in Node, browsers, workers and edge runtimes; no dependencies.
// generated/ is written from the interface document; core/ has what is common to all operations. Nothing here imports src/.
import { createCore, type CoreOptions } from './core/core.ts'
import { errorOf } from './failures.ts'
import { Groups } from './generated/groups.ts'

export { createCore, type CallOptions, type Core } from './core/core.ts'
export { AssayError, ConnectionError, TimeoutError, type Fault } from './core/errors.ts'
export * from './generated/errors.ts'
export type { EventStream, ServerEvent } from './core/events.ts'
export type { PageList } from './core/pages.ts'
export type * from './generated/schemas.ts'

export interface AssayOptions extends Omit<CoreOptions, 'url' | 'errorOf'> {
  /** Where the server is, without `/api`; `ASSAY_URL` when absent. */
  readonly url?: string | undefined
}

/** Of a runtime that has one. */
const variable = (name: string): string | undefined =>
  (globalThis as { readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> } })
    .process?.env?.[name]

/** Every operation of a server, by subject: `new Assay().testsets.commit(…)`. */
export class Assay extends Groups {
  constructor(options: AssayOptions = {}) {
    const url = options.url ?? variable('ASSAY_URL')
    if (url === undefined) throw new TypeError('Where is the server? Give `url`, or set ASSAY_URL.')
    super(createCore({ ...options, url, key: options.key ?? variable('ASSAY_API_KEY'), errorOf }))
  }
}
