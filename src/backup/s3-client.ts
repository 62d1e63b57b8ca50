// Requests to S3-compatible storage: signed, checked by hash, and repeated with backoff after temporary failures.
// The address is an operator's setting, so it may be a private one.
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { messageOf } from '../kernel/errors.ts'
import { ownMember } from '../kernel/own.ts'
import { BackupError } from './archive.ts'

export interface S3Settings {
  /** The address of self-hosted storage, addressed by path; absent: AWS. */
  readonly endpoint?: string | undefined
  readonly region: string
  readonly accessKey?: string | undefined
  readonly secretKey?: string | undefined
  /** For temporary credentials. */
  readonly sessionToken?: string | undefined
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Empty: the bucket itself. */
  readonly key: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** Statuses besides 2xx that are not failures. */
  readonly acceptedStatuses?: readonly number[]
}

export type S3Client = (request: S3Request) => Promise<Response>

export const attemptsMax = 5
const firstWaitMs = 200
/** Waits before the next attempt, twice as long after each failure. */
export const backoff = (failures: number): Promise<void> => wait(firstWaitMs * 2 ** (failures - 1))
const isTemporary = (status: number): boolean => status >= 500 || status === 429

const entities: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' }
const characterOf = (entity: string): string => {
  const name = entity.slice(1, -1)
  return ownMember(entities, name) ?? String.fromCodePoint(Number(name.replace('#x', '0x').replace('#', '')))
}

/** The text of the first element with this name. */
export const xmlText = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`)
    .exec(xml)?.[1]
    ?.replaceAll(/&(?:quot|apos|lt|gt|amp|#\d+|#x[0-9a-fA-F]+);/g, characterOf)

async function refusal(bucket: string, { origin, response }: RefusedRequest): Promise<BackupError> {
  const text = await response.text()
  const code = xmlText(text, 'Code') ?? `status ${response.status}`
  if (code === 'NoSuchBucket') return new BackupError(`${origin} has no bucket '${bucket}'.`)
  if (response.status === 401 || response.status === 403) {
    return new BackupError(
      `${origin} refuses access to the bucket '${bucket}' (${code}). Check ASSAY_BACKUP_S3_ACCESS_KEY, ASSAY_BACKUP_S3_SECRET_KEY, ASSAY_BACKUP_S3_REGION and the permissions of the key.`,
    )
  }
  return new BackupError(`${origin} refused a request (${code}): ${xmlText(text, 'Message') ?? ''}`)
}
interface RefusedRequest {
  readonly origin: string
  readonly response: Response
}

export const causeOf = (error: unknown): string =>
  messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error)

/** Sends signed requests with the hash of their body. */
function signedSend(root: string, signer: AwsClient): S3Client {
  return async ({ method, key, query = {}, body, headers: extraHeaders = {} }) => {
    const path = key.split('/').map(encodeURIComponent).join('/')
    const search = new URLSearchParams(query).toString().replaceAll('+', '%20')
    const url = `${root}${path === '' ? '' : `/${path}`}${search === '' ? '' : `?${search}`}`
    const bytes = body ?? Buffer.alloc(0)
    const headers = {
      ...extraHeaders,
      'X-Amz-Content-Sha256': createHash('sha256').update(bytes).digest('hex'),
    }
    const md5 = { 'Content-MD5': createHash('md5').update(bytes).digest('base64') }
    const signedRequest = await signer.sign(url, {
      method,
      headers: body === undefined ? headers : { ...headers, ...md5 },
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    })
    return fetch(signedRequest, { redirect: 'manual' })
  }
}

export function s3Client(
  bucket: string,
  { endpoint, region, accessKey, secretKey, sessionToken }: S3Settings,
): S3Client {
  if (accessKey === undefined || secretKey === undefined) {
    throw new BackupError(
      'A target s3:// needs ASSAY_BACKUP_S3_ACCESS_KEY and ASSAY_BACKUP_S3_SECRET_KEY (or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY).',
    )
  }
  const root =
    endpoint === undefined
      ? `https://${bucket}.s3.${region}.amazonaws.com`
      : `${endpoint.replace(/\/+$/, '')}/${bucket}`
  const { origin } = new URL(root)
  const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey, service: 's3', region }
  const signer = new AwsClient(sessionToken === undefined ? credentials : { ...credentials, sessionToken })
  const send = signedSend(root, signer)
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await send(request)
        if (response.ok || request.acceptedStatuses?.includes(response.status) === true) return response
        if (!isTemporary(response.status) || attempt === attemptsMax) {
          throw await refusal(bucket, { origin, response })
        }
        await response.body?.cancel()
      } catch (error) {
        if (error instanceof BackupError) throw error
        if (attempt === attemptsMax) throw new BackupError(`${origin} does not answer: ${causeOf(error)}`)
      }
      await backoff(attempt)
    }
  }
}
