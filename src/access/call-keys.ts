// Call-scoped keys for programs that we call. With such a key a program can read revisions and testsets of
// the project and send spans of its call, but nothing else. The key is signed, not stored: creating one is
// free, and every process with the same secrets key can verify it. It expires with its call; in another
// process, with the time limit of the call.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { microsecondText, type Clock } from '../kernel/clock.ts'

/** The content of a call-scoped key. */
export interface CallScopedKey {
  readonly id: string
  readonly projectId: string
  /** The trace of the call. */
  readonly traceId: string
  readonly createdAt: string
  readonly expiresAt: string
}

export interface CallKeys {
  /** Runs a call with the value of an Authorization header that is valid until the call ends. */
  use<T>(
    call: { readonly projectId: string; readonly traceId: string },
    work: (authorization: string) => Promise<T>,
  ): Promise<T>
  /** Undefined: not a call-scoped key, or its call is over. */
  read(secret: string): CallScopedKey | undefined
}

export interface CallKeyOptions {
  /** The key that encrypts secrets; the signing key is derived from it. */
  readonly secretsKey: Buffer
  readonly clock: Clock
  /** The time limit of a call. */
  readonly callMsMax: number
  readonly nowMs?: () => number
}

const prefix = 'lent.'
/** Tolerance for clock differences between processes. */
const graceMs = 5_000

interface SignedContent {
  readonly id: string
  readonly project: string
  readonly trace: string
  readonly from: number
  readonly until: number
  /** The process that issued it, which knows when the call ends. */
  readonly by: string
}

export function createCallKeys({ secretsKey, clock, callMsMax, nowMs = Date.now }: CallKeyOptions): CallKeys {
  const key = Buffer.from(hkdfSync('sha256', secretsKey, '', 'assay keys for calls', 32))
  const lender = clock.id()
  const underWay = new Set<string>()
  const signature = (text: string): Buffer => createHmac('sha256', key).update(text).digest()

  const encode = (signed: SignedContent): string => {
    const text = Buffer.from(JSON.stringify(signed)).toString('base64url')
    return `${prefix}${text}.${signature(text).toString('base64url')}`
  }
  const verify = (secret: string): SignedContent | undefined => {
    if (!secret.startsWith(prefix)) return undefined
    const [text = '', sent = ''] = secret.slice(prefix.length).split('.')
    const received = Buffer.from(sent, 'base64url')
    const expected = signature(text)
    if (received.length !== expected.length || !timingSafeEqual(received, expected)) return undefined
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  }

  return {
    async use({ projectId, traceId }, work) {
      const id = clock.id()
      const from = nowMs()
      const until = from + callMsMax + graceMs
      underWay.add(id)
      try {
        return await work(
          `ApiKey ${encode({ id, project: projectId, trace: traceId, from, until, by: lender })}`,
        )
      } finally {
        underWay.delete(id)
      }
    },
    read(secret) {
      const signed = verify(secret)
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
