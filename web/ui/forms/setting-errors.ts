// Errors of settings by name: missing settings, and settings that the server rejected.
import type { FormSchema } from './schema-fields.ts'

/** A message for each required setting without a value, by the name of the setting. */
export function settingErrors(
  { required = [], properties = {} }: FormSchema,
  settings: Readonly<Record<string, unknown>>,
): SettingErrors {
  const isMissing = (name: string): boolean =>
    Object.hasOwn(properties, name) &&
    (!Object.hasOwn(settings, name) || settings[name] === '' || isEmptyList(settings[name]))
  return Object.fromEntries(required.filter(isMissing).map((name) => [name, 'This field is required.']))
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

export type SettingErrors = Readonly<Record<string, string>>

/** The errors of settings that the server rejected, by name. Errors elsewhere in the request are left out. */
export function serverErrors(
  fieldErrors: readonly { readonly loc: readonly (string | number)[]; readonly msg: string }[],
): SettingErrors {
  return Object.fromEntries(
    fieldErrors.flatMap(({ loc, msg }) => {
      const at = loc.lastIndexOf('parameters')
      const name = loc[at + 1]
      return at === -1 || name === undefined ? [] : [[String(name), msg] as const]
    }),
  )
}
