// The program of a sandbox process. It imports nothing of ours, because the process may read no other file.
// What keeps the code of a user in, from the outside inwards:
//   the process    no files, child processes, workers or addons (the permission model), no environment, a heap limit,
//                  and the parent kills it when its time is over
//   its realm      every global that is not part of the language is deleted before the first line of foreign code runs,
//                  and no code is made from text: whoever got out of the context would find nothing to use
//   the context    a fresh one for each run; only texts go in and come out, so no object of this realm is within reach
// Requests and answers are lines of JSON on the standard streams, read and written synchronously: there is no event
// loop that code left behind could use.
import { Buffer } from 'node:buffer'
import { readSync, writeSync } from 'node:fs'
import { constants, createContext, Script, type Context } from 'node:vm'

export interface SandboxRequest {
  /** JavaScript that defines one of the functions. */
  readonly code: string
  /** Names under which the function may be defined, first wins. */
  readonly functions: readonly string[]
  /** The argument of the function as JSON text. */
  readonly argument: string
  /** When to give up by itself: the parent kills sooner, unless it is gone. */
  readonly timeoutMs: number
}

/** `value` is JSON text; absent when the function gave nothing that JSON can hold. */
type SandboxAnswer =
  | { readonly ok: true; readonly value?: string }
  | { readonly ok: false; readonly reason: string }

/** Everything a program could reach the outside with; what is left is the language itself. */
function deleteHostGlobals(): void {
  const language = createContext(constants.DONT_CONTEXTIFY)
  const kept = new Set<PropertyKey>(Reflect.ownKeys(language))
  for (const key of Reflect.ownKeys(globalThis)) {
    if (!kept.has(key)) Reflect.deleteProperty(globalThis, key)
  }
}

/**
 * Memory outside of the heap is not bounded by the heap limit, so what allocates it is not offered; nor is what could
 * wait for other threads.
 */
const notOffered =
  'ArrayBuffer SharedArrayBuffer DataView Atomics WebAssembly Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array ' +
  'Int32Array Uint32Array Float16Array Float32Array Float64Array BigInt64Array BigUint64Array FinalizationRegistry WeakRef console'

/** The name under which a context starts the function; code that calls it itself only spoils its own answer. */
const starter = '__start__'

/** Runs inside of the context before the user's code, with the intrinsics as they are made. */
const harness = new Script(`(() => {
  'use strict'
  for (const name of ${JSON.stringify(notOffered.split(' '))}) delete globalThis[name]
  const { parse, stringify } = JSON
  const text = String
  let argument
  let answer
  const reasonOf = (error) => {
    try {
      return error instanceof Error ? text(error.name) + ': ' + text(error.message) : 'thrown: ' + text(error)
    } catch {
      return 'an error that cannot be shown'
    }
  }
  const fail = (error) => { answer = stringify({ ok: false, reason: reasonOf(error) }) }
  const finish = (value) => {
    try {
      answer = stringify({ ok: true, value: stringify(value) })
    } catch (error) {
      fail(error)
    }
  }
  const start = (run) => {
    if (typeof run !== 'function') return false
    try {
      const value = run(parse(argument))
      if (value !== null && typeof value === 'object' && typeof value.then === 'function') value.then(finish, fail)
      else finish(value)
    } catch (error) {
      fail(error)
    }
    return true
  }
  Object.defineProperty(globalThis, '${starter}', { value: start })
  return { __proto__: null, fail, give(given) { argument = given }, take() { return answer } }
})()`)

interface Harness {
  give(argument: string): void
  fail(error: unknown): void
  take(): unknown
}

const failed = (reason: string): string => JSON.stringify({ ok: false, reason } satisfies SandboxAnswer)

/** The code, then a call of the first function of these names: one evaluation, at whose end waiting jobs are run. */
function evaluation({ code, functions }: SandboxRequest): Script {
  const tests = functions.map((name) => `typeof ${name} === 'function' ? ${name} : `).join('')
  return new Script(`${code}\n;${starter}(${tests}undefined)`, { filename: 'code.js' })
}

/** Values of the context are only handed back to the context here, never looked into. */
function run(request: SandboxRequest): string {
  const context: Context = createContext(constants.DONT_CONTEXTIFY, {
    codeGeneration: { strings: false, wasm: false },
    microtaskMode: 'afterEvaluate',
  })
  const held = harness.runInContext(context) as Harness
  held.give(request.argument)
  try {
    const called: unknown = evaluation(request).runInContext(context, { timeout: request.timeoutMs })
    if (called !== true) return failed(`The code defines no function ${request.functions[0]}.`)
  } catch (error) {
    // An error of this realm: the code cannot be parsed, or its time is over. It must not reach the context.
    if (error instanceof Error) return failed(`The code cannot be run: ${error.message}`)
    held.fail(error)
  }
  const answer = held.take()
  return typeof answer === 'string' ? answer : failed('The function never answers.')
}

const chunk = Buffer.alloc(65_536)
let received: Buffer[] = []

/** The next line of the standard input; undefined at its end. */
function readLine(): string | undefined {
  for (;;) {
    const size = readSync(0, chunk, 0, chunk.length, null)
    if (size === 0) return undefined
    const part = Buffer.from(chunk.subarray(0, size))
    received.push(part)
    if (part[size - 1] !== 10) continue
    const line = Buffer.concat(received).toString('utf8')
    received = []
    return line
  }
}

function writeLine(text: string): void {
  const bytes = Buffer.from(`${text}\n`, 'utf8')
  for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at)
}

deleteHostGlobals()
// The first line says that the process is ready.
writeLine('ready')
for (let line = readLine(); line !== undefined; line = readLine()) {
  writeLine(run(JSON.parse(line) as SandboxRequest))
}
