// Python in a sandbox process without the restrictions of the interpreter: all globals of Node are visible.
// Each line is code in JSON; its result or its error is the answer. For the test of the layers around the interpreter.
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { loadPyodide } from 'pyodide'
import { answerLines } from '../../src/kernel/work/child-loop.ts'

// Pyodide reads flags of the host's files, which the permission model refuses and nothing here uses.
Object.defineProperty(process, 'binding', { value: () => ({ fs: {} }) })
// Standard input and output belong to `answerLines`; Pyodide would make them non-blocking.
const ignore = (): void => undefined
const python = await loadPyodide({
  indexURL: dirname(createRequire(import.meta.url).resolve('pyodide')),
  stdin: () => null,
  stdout: ignore,
  stderr: ignore,
})

await answerLines(async (line) => {
  try {
    return JSON.stringify({ answer: String(await python.runPythonAsync(JSON.parse(line) as string)) })
  } catch (error) {
    return JSON.stringify({ error: String(error).slice(-2000) })
  }
})
