// A program of the operating system that a layout requires, such as a proxy.
import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { until } from '../support/eventually.ts'

export interface Program {
  readonly command: string
  readonly args: readonly string[]
  /** It is ready when it accepts connections on this port. */
  readonly port: number
  /** The Debian package of the program. */
  readonly debianPackage: string
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

/** Resolves when the program accepts connections, with a function that stops it. */
export async function startProgram(program: Program): Promise<() => Promise<void>> {
  const { command, args, port, debianPackage } = program
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  let failure: string | undefined
  const exit = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      failure = `${error.message}. Is Debian's package ${debianPackage} installed?`
      resolve()
    })
    child.once('exit', (code) => {
      failure ??= `it ended with ${code}:\n${output}`
      resolve()
    })
  })
  await until(async () => {
    if (failure !== undefined) throw new Error(`${command} did not start: ${failure}`)
    return accepts(port)
  }, `${command} listens`)
  return async () => {
    child.kill('SIGTERM')
    await exit
  }
}
