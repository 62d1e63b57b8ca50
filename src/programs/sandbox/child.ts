// The program of a sandbox process. What keeps the code of a client in, from the inside outwards:
//   the engine    QuickJS, compiled to WebAssembly: a language and nothing else. Each run gets a runtime of its own, in a
//                 memory that cannot grow beyond the limit; a run that breaks off takes the whole instance with it
//   the border    texts go in, one text comes out; no function and no object of this realm is offered to the engine
//   the realm     every global that is not part of the language or needed to make the next instance is deleted
//   the process   see kernel/work/isolation.ts
// Imports next to nothing of ours, because the process may read no other file.
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
  /** Names under which the function may be defined, first wins. */
  readonly functions: readonly string[]
  /** The argument of the function as JSON text. */
  readonly argument: string
  readonly memoryMb: number
  /** When to give up by itself: the parent kills sooner, unless it is gone. */
  readonly timeoutMs: number
}

/** `value` is JSON text; absent when the function gave nothing that JSON can hold. */
type SandboxAnswer =
  | { readonly ok: true; readonly value?: string }
  | { readonly ok: false; readonly reason: string; readonly isSettings?: true }

const failed = (reason: string): string => JSON.stringify({ ok: false, reason } satisfies SandboxAnswer)

/** What is used of WebAssembly, which no library of types that we include declares. */
declare const WebAssembly: {
  readonly compile: (bytes: Uint8Array) => Promise<object>
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => object
}

/** Pages of WebAssembly memory are 64 KiB; the engine asks for 16 MiB at least. */
const pagesPerMb = 16
const pagesMin = 256
/** Deep recursion ends as an error of the language, well before the stack of the engine does. */
const stackBytes = 256 * 1024

const wasm = await WebAssembly.compile(
  readFileSync(createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')),
)

/** Runs in the engine before the code of the client, with the intrinsics as they are made. Only texts are handed out. */
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

/** Scripts written as modules: the word alone is dropped, since nothing imports them. */
const withoutExports = (code: string): string =>
  code.replace(/^([ \t]*)export\s+(?=(?:async\s+)?function\b|const\b|let\b|var\b|class\b)/gm, '$1')

/** The code, then whichever function of these names it defines. */
function scriptOf({ code, language, functions }: SandboxRequest): string {
  const tests = functions.map((name) => `typeof ${name} === 'function' ? ${name} : `).join('')
  const javascript = language === 'typescript' ? stripTypeScriptTypes(code) : code
  return `${withoutExports(javascript)}\n;${tests}undefined`
}

/** Calls what the harness made; what the call throws is of no interest, since the answer says it. */
function call(engine: QuickJSContext, run: QuickJSHandle, ...args: QuickJSHandle[]): string {
  const result = engine.callFunction(run, engine.undefined, ...args)
  if (result.error !== undefined) {
    result.error.dispose()
    return ''
  }
  return result.value.consume((value) => (engine.typeof(value) === 'string' ? engine.getString(value) : ''))
}

function evaluated(engine: QuickJSContext, request: SandboxRequest, script: string): string {
  return Scope.withScope((scope) => {
    const made = scope.manage(engine.unwrapResult(engine.evalCode(harness, 'harness.js')))
    const held = (name: string): QuickJSHandle => scope.manage(engine.getProp(made, name))
    const [start, fail, take] = [held('start'), held('fail'), held('take')]
    const result = scope.manage(engine.evalCode(script, 'code.js'))
    if (result.error === undefined) {
      if (engine.typeof(result.value) !== 'function') {
        return failed(`The code defines no function ${request.functions[0]}.`)
      }
      call(engine, start, result.value, scope.manage(engine.newString(request.argument)))
      const jobs = engine.runtime.executePendingJobs()
      if (jobs.error !== undefined) jobs.error.dispose()
    } else call(engine, fail, result.error)
    return call(engine, take)
  })
}

/** What the engine says when it gave up in the middle of something; without the memory for an error it throws null. */
const brokenOff = /"reason":"(InternalError: (out of memory|stack overflow|interrupted)|thrown: null)/

/** The instance that the next run gets; undefined after a run that left one in an unknown state. */
let instance: QuickJSWASMModule | undefined

/** The memory is the instance's own: it cannot grow beyond the limit, whatever the engine allocates it for. */
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
const isGrown = (engineOf: QuickJSWASMModule, memoryMb: number): boolean => {
  const { buffer } = engineOf.getWasmMemory() as unknown as { readonly buffer: ArrayBuffer }
  return buffer.byteLength >= 0.8 * memoryMb * 1024 * 1024
}

/** In a runtime of its own; what it leaves behind goes with that. */
function runIn(engineOf: QuickJSWASMModule, request: SandboxRequest, script: string): string {
  const until = Date.now() + request.timeoutMs
  const runtime = engineOf.newRuntime({ interruptHandler: () => Date.now() > until })
  runtime.setMaxStackSize(stackBytes)
  const engine = runtime.newContext()
  const given = evaluated(engine, request, script)
  if (given === '' && Date.now() > until) return failed('InternalError: interrupted')
  const answer = given === '' ? failed('The function never answers.') : given
  if (brokenOff.test(answer)) return answer
  engine.dispose()
  runtime.dispose()
  instance = engineOf
  return answer
}

async function run(request: SandboxRequest): Promise<string> {
  let script: string
  try {
    script = scriptOf(request)
  } catch (error) {
    const reason = `The code is not TypeScript that only needs its types removed: ${String(error)}`
    return JSON.stringify({ ok: false, reason, isSettings: true } satisfies SandboxAnswer)
  }
  const full = failed(
    `The code used more than ${request.memoryMb} MB of memory (memory_mb), or nested too deep.`,
  )
  const engineOf = instance ?? (await newInstance(request.memoryMb))
  instance = undefined
  try {
    const answer = runIn(engineOf, request, script)
    const [, reason] = brokenOff.exec(answer) ?? []
    const isFull = reason === 'thrown: null' && isGrown(engineOf, request.memoryMb)
    return isFull || reason === 'InternalError: out of memory' ? full : answer
  } catch {
    // The engine ran out of memory or stack where it could not say so itself.
    return full
  }
}

// Made once before the first run, so that nothing has to be opened later.
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
