// Errors of settings by name: missing ones, and those that the server refused.
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

/** The settings that the server refused, by name. Errors elsewhere in the request are not among them. */
export function refusedSettings(
  faults: readonly { readonly loc: readonly (string | number)[]; readonly msg: string }[],
): SettingErrors {
  return Object.fromEntries(
    faults.flatMap(({ loc, msg }) => {
      const at = loc.lastIndexOf('parameters')
      const name = loc[at + 1]
      return at === -1 || name === undefined ? [] : [[String(name), msg] as const]
    }),
  )
}
