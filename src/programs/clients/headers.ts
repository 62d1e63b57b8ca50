// The headers of a revision: texts, or references to secrets whose values are inserted at call time.
import type { Secret } from '../../access/secrets.ts'
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { StepFailure } from '../failure.ts'

const isHeaderName = (name: string): boolean => /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)

function secretText(secrets: readonly Secret[], slug: string): string {
  const secret = secrets.find((candidate) => candidate.slug === slug && candidate.kind === 'custom_secret')
  const secretData = secret?.data['secret']
  const content = isJsonObject(secretData) ? secretData['content'] : undefined
  if (content === undefined) {
    throw new StepFailure('not_runnable', `There is no secret '${slug}' for a header.`, { status: 424 })
  }
  return typeof content === 'string' ? content : JSON.stringify(content)
}

function headerText(secrets: readonly Secret[], name: string, value: Json): string {
  if (typeof value === 'string') return value
  const slug = isJsonObject(value) ? value['slug'] : undefined
  if (typeof slug === 'string') return secretText(secrets, slug)
  throw new StepFailure('not_runnable', `The header '${name}' must be a text or a reference to a secret.`)
}

/** Headers ready to send. A value that is invalid in a header is refused without showing it. */
export function resolveHeaders(
  headers: Json | undefined,
  secrets: readonly Secret[],
): Readonly<Record<string, string>> {
  const configuredHeaders: JsonObject = isJsonObject(headers) ? headers : {}
  return Object.fromEntries(
    Object.entries(configuredHeaders).map(([name, value]) => {
      const text = headerText(secrets, name, value)
      // oxlint-disable-next-line no-control-regex
      if (!isHeaderName(name) || /[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/.test(text)) {
        throw new StepFailure('not_runnable', `The header '${name}' cannot be sent.`)
      }
      return [name, text]
    }),
  )
}
