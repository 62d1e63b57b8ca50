// Converts errors to one message and an exit code.
import { AssayError, ConnectionError } from '../sdk/client.ts'
import { InvalidNameError, NotFoundError } from '../sdk/shared/names.ts'
import { Refusal, UsageError } from './command.ts'

export const exitCodes = {
  success: 0,
  negative: 1,
  usage: 2,
  refused: 3,
  unreachable: 4,
  unauthorized: 5,
  interrupted: 130,
} as const

export interface Failure {
  readonly message: string
  readonly code: number
}

const withFullStop = (message: string): string => (/[.!?]$/.test(message.trim()) ? message : `${message}.`)

function serverFailure(error: AssayError, url: string): Failure {
  const request = error.requestId === undefined ? '' : ` (request ${error.requestId})`
  if (error.status === 401) {
    return {
      message: `The server at ${url} does not accept this key: run \`assay login\`, or pass another with --key.`,
      code: exitCodes.unauthorized,
    }
  }
  if (error.status === 403) return { message: withFullStop(error.message), code: exitCodes.unauthorized }
  if (error.status >= 500 || error.status === 429) {
    return {
      message: `${withFullStop(error.message)} Try again later${request}.`,
      code: exitCodes.unreachable,
    }
  }
  return { message: `${withFullStop(error.message)} [${error.code}]`, code: exitCodes.refused }
}

/** Undefined for an unexpected error. */
export function failureOf(error: unknown, url: string): Failure | undefined {
  if (error instanceof UsageError || error instanceof InvalidNameError) {
    return { message: error.message, code: exitCodes.usage }
  }
  if (error instanceof Refusal) return { message: error.message, code: error.code }
  if (error instanceof NotFoundError) return { message: error.message, code: exitCodes.refused }
  if (error instanceof AssayError) return serverFailure(error, url)
  if (error instanceof ConnectionError) {
    return {
      message: `No server answers at ${url}: start one (assay serve, or npm start in a clone), or pass its address with --url.`,
      code: exitCodes.unreachable,
    }
  }
  if (error instanceof Error && 'code' in error && typeof error.code === 'string' && 'path' in error) {
    return {
      message: `${String(error.path)} cannot be used: ${fileError(error.code)}.`,
      code: exitCodes.usage,
    }
  }
  return undefined
}

const fileErrors = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'permission denied'],
  ['EISDIR', 'it is a folder'],
  ['ENOSPC', 'the disk is full'],
])

const fileError = (code: string): string => fileErrors.get(code) ?? code
