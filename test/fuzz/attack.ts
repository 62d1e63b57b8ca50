// An attack: many hostile requests to a server. It must not end, stall, answer or log an internal error, or leak
// memory.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { post, type HostileRequest, type Target } from './request.ts'
import { createSender, type Outcome } from './sending.ts'
import { filtersTarget } from './targets/filters.ts'
import { otlpTarget } from './targets/otlp.ts'
import { programsTarget } from './targets/programs.ts'
import { rawTarget } from './targets/raw.ts'
import { routesTarget } from './targets/routes.ts'
import { uploadsTarget } from './targets/uploads.ts'
import { startFuzzServer, type FuzzServer } from './fuzz-server.ts'

export interface Finding {
  readonly target: string
  readonly reason: string
  readonly request: HostileRequest | undefined
}

export interface AttackOptions {
  readonly seed: number
  /** Settings of the server. */
  readonly env: Readonly<Record<string, string>>
  /** Whether the attack ends. Called between the rounds. */
  readonly hasEnded: (round: number) => boolean
  /** Requests of each target in a round. */
  readonly perTarget: number
  readonly memoryBytesMax: number
  /** Names of the targets; undefined: all. */
  readonly targets?: readonly string[]
  readonly onRound?: (round: number, report: Report) => void
}

export interface Report {
  readonly findings: readonly Finding[]
  /** By target and status. */
  readonly counts: ReadonlyMap<string, number>
  readonly requests: number
  readonly slowestMs: number
  readonly memoryBytesPeak: number
}

/** Requests in flight at a time. */
const parallelRequests = 8

const residentBytes = (pid: number | undefined): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Failures of the server. 503 counts, because the stores are up; 502 does not: a called model failed. */
const serverErrors: readonly number[] = [500, 501, 503, 504]

/** The problem with an outcome; undefined: none. */
function problemOf({ status, text }: Outcome): string | undefined {
  if (status === undefined) return `no answer: ${text}`
  if (text === 'no answer') return text
  return serverErrors.includes(status) ? `${status} ${text}` : undefined
}

const targetsOf = (fuzzServer: FuzzServer, seed: number): readonly Target[] => [
  otlpTarget,
  filtersTarget,
  uploadsTarget(fuzzServer),
  programsTarget(fuzzServer.builtins),
  routesTarget(fuzzServer.ids, seed),
  rawTarget,
]

/** Reads after an attack. They fail if a stored value is harmful. */
const readRequests: readonly HostileRequest[] = [
  ...Object.entries({
    '/api/spans/query': {},
    '/api/traces/query': { windowing: { limit: 20 } },
    '/api/spans/analytics/query': {},
    '/api/spans/export': {},
    '/api/otlp/receipts/query': {},
    '/api/otlp/rejections/query': {},
    '/api/simple/testsets/query': {},
    '/api/simple/evaluators/query': {},
    '/api/simple/queries/query': {},
    '/api/evaluations/runs/query': {},
    '/api/audit/query': {},
  }).map(([path, body]) => post(path, Buffer.from(JSON.stringify(body)))),
  { method: 'GET', path: '/ready', headers: {}, body: undefined },
]

class Attack {
  readonly findings: Finding[] = []
  readonly counts = new Map<string, number>()
  requests = 0
  slowestMs = 0
  memoryBytesPeak = 0
  #readCharacters = 0

  /** Error lines of the log since the last call. */
  #errorLines({ server }: FuzzServer): readonly string[] {
    const newOutput = server.output().slice(this.#readCharacters)
    this.#readCharacters += newOutput.length
    return newOutput.split('\n').filter((line) => /"level":(50|60)/.test(line))
  }

  add(target: string, reason: string, request?: HostileRequest): void {
    this.findings.push({ target, reason, request })
  }

  async sendAll(fuzzServer: FuzzServer, target: string, requests: readonly HostileRequest[]): Promise<void> {
    const sender = createSender(fuzzServer.server.url, fuzzServer.grpcPort)
    const queue = [...requests]
    const client = async (): Promise<void> => {
      for (let request = queue.shift(); request !== undefined; request = queue.shift()) {
        if (fuzzServer.server.process.exitCode !== null) return
        const outcome = await sender.send(request)
        this.requests++
        this.slowestMs = Math.max(this.slowestMs, outcome.ms)
        this.memoryBytesPeak = Math.max(this.memoryBytesPeak, residentBytes(fuzzServer.server.process.pid))
        const place = `${target} ${outcome.status ?? 'none'}`
        this.counts.set(place, (this.counts.get(place) ?? 0) + 1)
        const errorMessage = problemOf(outcome)
        if (errorMessage !== undefined) this.add(target, errorMessage, request)
      }
    }
    await Promise.all(Array.from({ length: parallelRequests }, client))
    sender.close()
    for (const line of this.#errorLines(fuzzServer)) this.add(target, `in the log: ${line.slice(0, 1500)}`)
  }

  /** Reports a server that has ended, and starts the next one. */
  async replaceIfEnded(fuzzServer: FuzzServer, env: AttackOptions['env']): Promise<FuzzServer> {
    if (fuzzServer.server.process.exitCode === null && fuzzServer.server.process.signalCode === null)
      return fuzzServer
    this.add('server', `it ended: ${fuzzServer.server.output().slice(-3000)}`)
    await fuzzServer.stop()
    this.#readCharacters = 0
    return startFuzzServer(env)
  }
}

async function rounds(
  run: Attack,
  options: AttackOptions,
  current: { fuzzServer: FuzzServer },
): Promise<void> {
  const { seed, env, perTarget } = options
  for (let round = 0; !options.hasEnded(round); round++) {
    for (const { name, requests } of targetsOf(current.fuzzServer, seed + round)) {
      if (options.targets !== undefined && !options.targets.includes(name)) continue
      await run.sendAll(
        current.fuzzServer,
        name,
        fc.sample(requests, { seed: seed + round, numRuns: perTarget }),
      )
      current.fuzzServer = await run.replaceIfEnded(current.fuzzServer, env)
    }
    await run.sendAll(current.fuzzServer, 'reading', readRequests)
    current.fuzzServer = await run.replaceIfEnded(current.fuzzServer, env)
    options.onRound?.(round, run)
  }
}

export async function attack(options: AttackOptions): Promise<Report> {
  const run = new Attack()
  const current = { fuzzServer: await startFuzzServer(options.env) }
  try {
    await rounds(run, options, current)
  } finally {
    await current.fuzzServer.stop()
  }
  if (run.memoryBytesPeak > options.memoryBytesMax) {
    run.add('server', `it took ${Math.round(run.memoryBytesPeak / 2 ** 20)} MiB of memory`)
  }
  return run
}
