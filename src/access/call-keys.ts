// Keys for programs that we call. With one a program reads revisions and testsets of the project and sends spans of its
// call, and nothing else. Such a key is signed and not stored: making one costs nothing, and every process that knows
// the secrets key can read it. It ends with its call; where another process has to decide, with the time of the call.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { microsecondText, type Clock } from '../kernel/clock.ts'

/** What a lent key stands for. */
export interface LentKey {
  readonly id: string
  readonly projectId: string
  /** Of the call that it was lent for. */
  readonly traceId: string
  readonly createdAt: string
  readonly expiresAt: string
}

export interface CallKeys {
  /** Runs a call with the value of an Authorization header that is good until the call ends. */
  use<T>(
    call: { readonly projectId: string; readonly traceId: string },
    work: (authorization: string) => Promise<T>,
  ): Promise<T>
  /** Undefined: it is no lent key, or its call is over. */
  read(secret: string): LentKey | undefined
}

export interface CallKeyOptions {
  /** The key that seals secrets, from which ours is derived. */
  readonly secretsKey: Buffer
  readonly clock: Clock
  /** How long a call may take. */
  readonly callMsMax: number
  readonly nowMs?: () => number
}

const prefix = 'lent.'
/** Clocks of processes differ a little. */
const graceMs = 5_000

interface Signed {
  readonly id: string
  readonly project: string
  readonly trace: string
  readonly from: number
  readonly until: number
  /** The process that lends it, which knows when the call ends. */
  readonly by: string
}

export function createCallKeys({ secretsKey, clock, callMsMax, nowMs = Date.now }: CallKeyOptions): CallKeys {
  const key = Buffer.from(hkdfSync('sha256', secretsKey, '', 'assay keys for calls', 32))
  const lender = clock.id()
  const underWay = new Set<string>()
  const signature = (text: string): Buffer => createHmac('sha256', key).update(text).digest()

  const written = (signed: Signed): string => {
    const text = Buffer.from(JSON.stringify(signed)).toString('base64url')
    return `${prefix}${text}.${signature(text).toString('base64url')}`
  }
  const verified = (secret: string): Signed | undefined => {
    if (!secret.startsWith(prefix)) return undefined
    const [text = '', sent = ''] = secret.slice(prefix.length).split('.')
    const given = Buffer.from(sent, 'base64url')
    const right = signature(text)
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Signed
  }

  return {
    async use({ projectId, traceId }, work) {
      const id = clock.id()
      const from = nowMs()
      const until = from + callMsMax + graceMs
      underWay.add(id)
      try {
        return await work(
          `ApiKey ${written({ id, project: projectId, trace: traceId, from, until, by: lender })}`,
        )
      } finally {
        underWay.delete(id)
      }
    },
    read(secret) {
      const signed = verified(secret)
      if (signed === undefined || signed.until <= nowMs()) return undefined
      if (signed.by === lender && !underWay.has(signed.id)) return undefined
      return {
        id: signed.id,
        projectId: signed.project,
        traceId: signed.trace,
        createdAt: microsecondText(signed.from * 1000),
        expiresAt: microsecondText(signed.until * 1000),
      }
    },
  }
}
