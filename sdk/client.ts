// `@assay/sdk`: the client of the HTTP interface. Runs in Node, browsers, workers and edge runtimes; no dependencies.
// generated/ is written from the interface document; core/ has what is common to all operations; prompts/ and testsets/ stand
// on both. What server and client must compute alike is imported from src/: scripts/imports.ts lists it.
import { createCore, type CoreOptions } from './core/core.ts'
import { errorOf } from './failures.ts'
import { Groups } from './generated/groups.ts'
import { testsets } from './generated/testsets.ts'
import { Prompts } from './prompts/prompts.ts'
import { testsetStreams, type TestsetStreams } from './testsets/streams.ts'

export { createCore, type CallOptions, type Core } from './core/core.ts'
export { AssayError, ConnectionError, TimeoutError, type Fault } from './core/errors.ts'
export * from './generated/errors.ts'
export type { EventStream, ServerEvent } from './core/events.ts'
export type { PageList } from './core/pages.ts'
export type * from './generated/schemas.ts'
export {
  Prompt,
  PromptError,
  type PromptContent,
  type PromptReferences,
  type PromptRequest,
  type PromptSource,
} from './prompts/prompt.ts'
export type { Named, PromptOptions, PromptReference, Prompts } from './prompts/prompts.ts'
export { Delta, delta, type RowMarks, type RowName } from './testsets/delta.ts'
export { contentHash, generatedDedupId, rowIds, testcaseId, type IdentityScope } from './testsets/identity.ts'
export type { Rows } from './testsets/row-file.ts'
export type { RowTarget, TestsetStreams } from './testsets/streams.ts'

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
  /** Where the server is. */
  readonly url: string
  readonly prompts: Prompts
  override readonly testsets: ReturnType<typeof testsets> & TestsetStreams

  constructor(options: AssayOptions = {}) {
    const url = options.url ?? variable('ASSAY_URL')
    if (url === undefined) throw new TypeError('Where is the server? Give `url`, or set ASSAY_URL.')
    const core = createCore({ ...options, url, key: options.key ?? variable('ASSAY_API_KEY'), errorOf })
    super(core)
    this.url = url
    this.prompts = new Prompts(core)
    this.testsets = { ...testsets(core), ...testsetStreams(core) }
  }
}
