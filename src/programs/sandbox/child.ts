// The program of a sandbox process for JavaScript. Layers of isolation, from the inside outwards:
// the engine    QuickJS, compiled to WebAssembly: a language and nothing else. Each run gets its own runtime, in a
// memory that cannot grow beyond the limit; an aborted run discards the instance
// the boundary  texts go in, one text comes out; the engine gets no function and no object of this realm
// the realm     every global that is not part of the language or needed for the next instance is deleted
// the process   see kernel/work/isolation.ts
// Imports almost no file of the server, because the process may read no other.
import { readFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  Scope,
  type EmscriptenModuleLoaderOptions,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import { answerLines } from '../../kernel/work/child-loop.ts'
import { deleteHostGlobals } from './host-globals.ts'

export type CodeLanguage = 'javascript' | 'typescript' | 'python'

export interface SandboxRequest {
  /** Code that defines one of the functions. */
  readonly code: string
  readonly language: CodeLanguage
  /** Names that the function may have; the first one that the code defines is called. */
  readonly functions: readonly string[]
  /** The argument of the function as JSON text. */
  readonly argument: string
  readonly memoryMb: number
  /** The process aborts by itself after this time; the parent kills it sooner, unless the parent has died. */
  readonly timeoutMs: number
}

/** `value` is JSON text; absent when the return value has no JSON form. */
type SandboxAnswer =
  | { readonly ok: true; readonly value?: string }
  | { readonly ok: false; readonly reason: string; readonly isSettings?: true }

const failureLine = (reason: string): string => JSON.stringify({ ok: false, reason } satisfies SandboxAnswer)

/** The used part of WebAssembly, which none of our type libraries declares. */
declare const WebAssembly: {
  readonly compile: (bytes: Uint8Array) => Promise<object>
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => object
}

/** Pages of WebAssembly memory are 64 KiB; the engine needs 16 MiB at least. */
const pagesPerMb = 16
const pagesMin = 256
/** Deep recursion ends as an error of the language, well before the stack of the engine overflows. */
const stackBytes = 256 * 1024

const wasm = await WebAssembly.compile(
  readFileSync(createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')),
)

/** Runs in the engine before the client's code, with unmodified intrinsics. Only texts leave it. */
const harness = `(() => {
  'use strict'
  const { parse, stringify } = JSON
  const text = String
  let answer = ''
  const reasonOf = (error) => {
    try {
      return error instanceof Error ? text(error.name) + ': ' + text(error.message) : 'thrown: ' + text(error)
    } catch {
      return 'an error that cannot be shown'
    }
  }
  const fail = (error) => { answer = stringify({ __proto__: null, ok: false, reason: reasonOf(error) }) }
  const finish = (value) => {
    try {
      answer = stringify({ __proto__: null, ok: true, value: stringify(value) })
    } catch (error) {
      fail(error)
    }
  }
  const start = (run, argument) => {
    if (typeof run !== 'function') return
    try {
      const value = run(parse(argument))
      if (value !== null && typeof value === 'object' && typeof value.then === 'function') value.then(finish, fail)
      else finish(value)
    } catch (error) {
      fail(error)
    }
  }
  return { __proto__: null, start, fail, take: () => answer }
})()`

/** Removes `export` from scripts written as modules, since nothing imports them. */
const withoutExports = (code: string): string =>
  code.replace(/^([ \t]*)export\s+(?=(?:async\s+)?function\b|const\b|let\b|var\b|class\b)/gm, '$1')

/** The code, followed by an expression for its function. */
function scriptOf({ code, language, functions }: SandboxRequest): string {
  const tests = functions.map((name) => `typeof ${name} === 'function' ? ${name} : `).join('')
  const javascript = language === 'typescript' ? stripTypeScriptTypes(code) : code
  return `${withoutExports(javascript)}\n;${tests}undefined`
}

/** Calls a function of the harness; errors are ignored, since the response contains them. */
function call(engine: QuickJSContext, run: QuickJSHandle, ...args: QuickJSHandle[]): string {
  const result = engine.callFunction(run, engine.undefined, ...args)
  if (result.error !== undefined) {
    result.error.dispose()
    return ''
  }
  return result.value.consume((value) => (engine.typeof(value) === 'string' ? engine.getString(value) : ''))
}

function evaluate(engine: QuickJSContext, request: SandboxRequest, script: string): string {
  return Scope.withScope((scope) => {
    const harnessExports = scope.manage(engine.unwrapResult(engine.evalCode(harness, 'harness.js')))
    const property = (name: string): QuickJSHandle => scope.manage(engine.getProp(harnessExports, name))
    const [start, fail, take] = [property('start'), property('fail'), property('take')]
    const result = scope.manage(engine.evalCode(script, 'code.js'))
    if (result.error === undefined) {
      if (engine.typeof(result.value) !== 'function') {
        return failureLine(`The code defines no function ${request.functions[0]}.`)
      }
      call(engine, start, result.value, scope.manage(engine.newString(request.argument)))
      const jobs = engine.runtime.executePendingJobs()
      if (jobs.error !== undefined) jobs.error.dispose()
    } else call(engine, fail, result.error)
    return call(engine, take)
  })
}

/** Errors of an engine that aborted. Without memory for an error it throws null. */
const abortReason = /"reason":"(InternalError: (out of memory|stack overflow|interrupted)|thrown: null)/

/** The instance for the next run; undefined after a run that left it in an unknown state. */
let instance: QuickJSWASMModule | undefined

/** The instance has its own memory, which cannot grow beyond the limit. */
function newInstance(memoryMb: number): Promise<QuickJSWASMModule> {
  const maximum = Math.max(pagesMin, memoryMb * pagesPerMb)
  const wasmMemory = new WebAssembly.Memory({ initial: pagesMin, maximum })
  const silent = { print: () => undefined, printErr: () => undefined } as EmscriptenModuleLoaderOptions
  return newQuickJSWASMModuleFromVariant(
    newVariant(variant as unknown as QuickJSSyncVariant, {
      wasmModule: wasm,
      wasmMemory,
      emscriptenModule: silent,
    }),
  )
}

/** Whether the memory of the instance has reached its limit. */
const isNearLimit = (module: QuickJSWASMModule, memoryMb: number): boolean => {
  const { buffer } = module.getWasmMemory() as unknown as { readonly buffer: ArrayBuffer }
  return buffer.byteLength >= 0.8 * memoryMb * 1024 * 1024
}

/** Runs in a new runtime, which is disposed afterwards. */
function runIn(module: QuickJSWASMModule, request: SandboxRequest, script: string): string {
  const until = Date.now() + request.timeoutMs
  const runtime = module.newRuntime({ interruptHandler: () => Date.now() > until })
  runtime.setMaxStackSize(stackBytes)
  const engine = runtime.newContext()
  const output = evaluate(engine, request, script)
  if (output === '' && Date.now() > until) return failureLine('InternalError: interrupted')
  const answer = output === '' ? failureLine('The function never returns.') : output
  if (abortReason.test(answer)) return answer
  engine.dispose()
  runtime.dispose()
  instance = module
  return answer
}

async function run(request: SandboxRequest): Promise<string> {
  let script: string
  try {
    script = scriptOf(request)
  } catch (error) {
    const reason = `The code needs more than type stripping to run as TypeScript: ${String(error)}`
    return JSON.stringify({ ok: false, reason, isSettings: true } satisfies SandboxAnswer)
  }
  const outOfMemory = failureLine(
    `The code used more than ${request.memoryMb} MB of memory (memory_mb), or nested too deep.`,
  )
  const module = instance ?? (await newInstance(request.memoryMb))
  instance = undefined
  try {
    const answer = runIn(module, request, script)
    const [, reason] = abortReason.exec(answer) ?? []
    const isFull = reason === 'thrown: null' && isNearLimit(module, request.memoryMb)
    return isFull || reason === 'InternalError: out of memory' ? outOfMemory : answer
  } catch {
    // The engine ran out of memory or stack where it could not report it.
    return outOfMemory
  }
}

// Runs once before the first request, so that no file has to be opened later.
await run({
  code: 'function evaluate() {}',
  language: 'typescript',
  functions: ['evaluate'],
  argument: '0',
  memoryMb: 16,
  timeoutMs: 10_000,
})
instance = undefined
deleteHostGlobals(['TextDecoder'])
await answerLines((line) => run(JSON.parse(line) as SandboxRequest))
