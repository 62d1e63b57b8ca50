// Masks the values of secrets. Existing clients run programs themselves and need the values, so keys with
// role editor or admin get them by default. A key can be created without that right, a project can mask
// values for all its keys, and pages never receive a value.
import { withExample } from '../examples.ts'
import { z } from 'zod'
import { masksSecrets, secretSettings } from '../../access/secret-settings.ts'
import type { SecretBody } from '../../access/secrets.ts'
import type { Clock } from '../../kernel/clock.ts'
import { invalid } from '../../kernel/errors.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { ownMember } from '../../kernel/own.ts'
import { hasMaskedUserInfo, maskUserInfo } from '../../kernel/user-info.ts'
import { projectRoute, type Caller, type Route } from '../route.ts'

/** Replaces every masked value. */
const mask = '********'

/** Members that describe a secret. All other texts may be secret: a provider's extras contain keys, too. */
const unmaskedMembers: ReadonlySet<string> = new Set([
  'kind',
  'url',
  'version',
  'slug',
  'provider_slug',
  'format',
])

/** Members of a provider's `extras` that are no secrets. Names of headers are visible, too. */
const unmaskedExtras: ReadonlySet<string> = new Set([
  'api',
  'aws_region_name',
  'vertex_ai_project',
  'vertex_ai_location',
])

function maskValue(value: Json, name = ''): Json {
  if (Array.isArray(value)) return value.map((item) => maskValue(item, name))
  if (typeof value === 'object' && value !== null) {
    const isSecret = name === 'content' || name === 'extras'
    return Object.fromEntries(
      Object.entries(value).map(([member, memberValue]) => [
        member,
        // The server wrote the list of models.
        member === 'model_keys' ||
        (name === 'extras' && unmaskedExtras.has(member) && !isJsonObject(memberValue))
          ? memberValue
          : maskValue(memberValue, isSecret ? name : member),
      ]),
    )
  }
  if (value === null || value === '') return value
  if (!unmaskedMembers.has(name)) return mask
  return typeof value === 'string' ? maskUserInfo(value) : value
}

/** Data of a secret without its values. */
export const maskedData = (data: JsonObject): JsonObject => maskValue(data) as JsonObject

const isMask = (text: string): boolean => text === mask || hasMaskedUserInfo(text)

const containsMask = (value: Json): boolean =>
  typeof value === 'string'
    ? isMask(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(containsMask)

const providerOf = ({ data }: SecretBody): JsonObject =>
  isJsonObject(data['provider']) ? data['provider'] : {}

const maskedUrl = (secret: SecretBody): Json => {
  const { url } = providerOf(secret)
  return typeof url === 'string' ? maskUserInfo(url) : (url ?? null)
}

/** Whether both secrets have the same provider and address: a stored value must not be sent anywhere else. */
const hasSameAddress = (input: SecretBody, storedSecret: SecretBody): boolean =>
  input.kind === storedSecret.kind &&
  input.data['kind'] === storedSecret.data['kind'] &&
  maskedUrl(input) === maskedUrl(storedSecret)

const slugOf = (value: Json): Json | undefined => (isJsonObject(value) ? value['slug'] : undefined)

/** The sent value with stored ones in place of masks. Models are compared by slug. */
function unmask(input: Json, storedValue: Json | undefined): Json {
  if (typeof input === 'string') return isMask(input) && typeof storedValue === 'string' ? storedValue : input
  if (isJsonList(input)) {
    const list = isJsonList(storedValue) ? storedValue : []
    return input.map((item) =>
      unmask(
        item,
        list.find((candidate) => slugOf(candidate) !== undefined && slugOf(candidate) === slugOf(item)),
      ),
    )
  }
  if (!isJsonObject(input)) return input
  const members = isJsonObject(storedValue) ? storedValue : {}
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, unmask(value, ownMember(members, name))]),
  )
}

/**
 * The sent secret with stored values in place of masks. Provider and address must be unchanged: otherwise a caller who
 * may not read a key could have it sent anywhere.
 */
export function withStoredValues(input: SecretBody, storedSecret: SecretBody): SecretBody {
  if (!containsMask(input.data)) return input
  if (!hasSameAddress(input, storedSecret)) {
    const msg = 'Value error, enter the key again: the kind or the URL of the provider changed.'
    throw invalid([{ type: 'value_error', loc: ['body', 'secret', 'data'], msg }])
  }
  const data = unmask(input.data, storedSecret.data)
  return isJsonObject(data) ? { ...input, data } : input
}

/** A client that read a masked secret and sends it back must not overwrite the value with the mask. */
export function refuseMask(secret: SecretBody | undefined): void {
  if (secret === undefined || !containsMask(secret.data)) return
  const msg = `Value error, '${mask}', and '***@' in a URL, replace a masked value. Send the real value, or omit \`secret\` to keep it.`
  throw invalid([{ type: 'value_error', loc: ['body', 'secret', 'data'], msg }])
}

const isMasked = ({ scope }: Caller): Promise<boolean> => masksSecrets(scope.store.read, scope.projectId)

/** Whether this caller receives values of secrets. Pages display none, so they receive none. */
export const readsValues = async (caller: Caller): Promise<boolean> =>
  caller.session === undefined && caller.key.readsSecrets && !(await isMasked(caller))

const settings = withExample(secretSettings, { masked: true })
const answer = z.object({ count: z.literal(1), settings }).meta({ id: 'SecretSettingsResponse' })

export const secretSettingRoutes = (clock: Clock): readonly Route[] => [
  projectRoute({
    method: 'GET',
    path: '/secrets/settings',
    operationId: 'fetch_secret_settings',
    sdkName: 'secrets.fetchSettings',
    summary: 'Whether values of secrets are masked for every key of this project.',
    access: 'editor',
    answer,
    handle: async (_, caller) => ({ count: 1 as const, settings: { masked: await isMasked(caller) } }),
  }),
  projectRoute({
    method: 'PUT',
    path: '/secrets/settings',
    operationId: 'edit_secret_settings',
    examples: { body: { settings: { masked: true } } },
    sdkName: 'secrets.editSettings',
    summary: 'Mask the values of secrets for every key of this project, admins included, or unmask them.',
    description: 'Programs that the server runs still use the values.',
    access: 'admin',
    writes: true,
    body: z.object({ settings }),
    answer,
    handle: async ({ body }, caller) => {
      const { scope } = caller
      await scope.store.write(async (tx) => {
        scope.recordResource('secret settings', scope.projectId)
        await tx.setProjectSetting(scope.projectId, 'secrets', {
          value: JSON.stringify({ masked: body.settings.masked }),
          updatedAt: clock.now(),
          updatedById: scope.actorId,
        })
      })
      return { count: 1 as const, settings: { masked: await isMasked(caller) } }
    },
  }),
]
