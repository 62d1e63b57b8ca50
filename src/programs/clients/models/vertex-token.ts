// Exchanges the key of a Google service account for an access token (RFC 7523). The packages would fetch the token
// without our policy for outgoing calls, and would fall back to the credentials of this machine.
import { createSign } from 'node:crypto'
import { blake2bHex } from '../../../kernel/json/canonical.ts'
import { isJsonObject, type JsonObject } from '../../../kernel/json/value.ts'
import { badSettings, StepFailure } from '../../failure.ts'
import { jsonOfText } from '../../nesting.ts'
import type { Outgoing } from '../outgoing.ts'
import { extraText, type Endpoint } from '../providers.ts'
import { systemNowMs } from '../retry.ts'
import { modelFetch, type ModelFetch } from './model-fetch.ts'

const scope = 'https://www.googleapis.com/auth/cloud-platform'
const tokenUriDefault = 'https://oauth2.googleapis.com/token'
const lifetimeSeconds = 3600

interface ServiceAccount {
  readonly email: string
  readonly privateKey: string
  readonly keyId: string | undefined
  readonly tokenUri: string
  readonly projectId: string | undefined
}

/** The key file of a service account, as text or as JSON. */
export function serviceAccount({ extras }: Pick<Endpoint, 'extras'>): ServiceAccount {
  const value = extras['vertex_ai_credentials'] ?? extras['vertex_credentials'] ?? null
  const file = typeof value === 'string' ? jsonOfText(value) : value
  if (!isJsonObject(file)) throw badSettings('The provider has no key file of a Google service account.')
  const text = (name: string): string | undefined => extraText(file, name)
  const [email, privateKey] = [text('client_email'), text('private_key')]
  if (email === undefined || privateKey === undefined) {
    throw badSettings('The key file of the Google service account has no client_email or no private_key.')
  }
  return {
    email,
    privateKey,
    keyId: text('private_key_id'),
    tokenUri: text('token_uri') ?? tokenUriDefault,
    projectId: text('project_id'),
  }
}

const encode = (value: JsonObject): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function signAssertion({ email, privateKey, keyId, tokenUri }: ServiceAccount, nowSeconds: number): string {
  const header = encode({ alg: 'RS256', typ: 'JWT', ...(keyId === undefined ? {} : { kid: keyId }) })
  const claims = encode({
    iss: email,
    scope,
    aud: tokenUri,
    iat: nowSeconds,
    exp: nowSeconds + lifetimeSeconds,
  })
  const unsignedToken = `${header}.${claims}`
  try {
    return `${unsignedToken}.${createSign('RSA-SHA256').update(unsignedToken).sign(privateKey, 'base64url')}`
  } catch (error) {
    throw new StepFailure('not_runnable', 'The private key of the Google service account cannot be read.', {
      cause: error,
    })
  }
}

/** Tokens by policy of outgoing calls, cached until five minutes before they expire. */
const cachedTokens = new WeakMap<
  Outgoing,
  Map<string, { readonly token: string; readonly untilMs: number }>
>()
const reservedMs = 300_000

export async function accessToken(endpoint: Endpoint, call: ModelFetch): Promise<string> {
  const account = serviceAccount(endpoint)
  const tokens = cachedTokens.get(call.outgoing) ?? new Map()
  cachedTokens.set(call.outgoing, tokens)
  const name = blake2bHex(`${account.tokenUri} ${account.email} ${account.privateKey}`, 16)
  const cachedToken = tokens.get(name)
  if (cachedToken !== undefined && cachedToken.untilMs > systemNowMs()) return cachedToken.token
  const token = await requestToken(account, call)
  tokens.set(name, { token, untilMs: systemNowMs() + lifetimeSeconds * 1000 - reservedMs })
  return token
}

async function requestToken(account: ServiceAccount, call: ModelFetch): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: signAssertion(account, Math.floor(systemNowMs() / 1000)),
  })
  const { editBody: _, ...plainCall } = call
  const response = await modelFetch({ ...plainCall, isStreaming: false })(account.tokenUri, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  })
  const answer = jsonOfText(await response.text())
  const token = isJsonObject(answer) ? extraText(answer, 'access_token') : undefined
  if (token === undefined) throw new StepFailure('malformed_answer', 'Google returned no access token.')
  return token
}
