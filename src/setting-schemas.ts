// The parts of a setting for config.ts: its names, schemas that parse its text, and defaults that follow the machine.
import { z } from 'zod'
import { parseAllowList } from './kernel/addresses.ts'
import type { MachineSize } from './kernel/machine-size.ts'

/** Where scheduled work writes: a relative path would depend on the directory in which the server was started. */
export const targetFolder = z
  .string()
  .regex(/^(?:\/|s3:\/\/[a-z0-9])/, 'must be an absolute path of a folder, or s3://bucket/prefix')
  .regex(/(?<!\.tar|\.assay-backup)$/, 'must be a folder or s3://bucket/prefix: a file has one backup')

export const integer = (min: number, max: number = Number.MAX_SAFE_INTEGER) =>
  z
    .string()
    .regex(/^-?\d{1,16}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
export const toggle = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true')
/** A number, or `false` for none and `true` for one. */
export const count = (max: number) =>
  z
    .string()
    .regex(/^(true|false|\d{1,16})$/, 'must be true, false or a whole number')
    .transform((text) => (text === 'true' ? 1 : text === 'false' ? 0 : Number(text)))
    .pipe(z.number().max(max, `must be at most ${max}`))
export const encryptionKey = z.string().regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits')
/** Such a key gives full control of the server, so it must be at least as long as 16 random bytes in hexadecimal. */
export const configuredKey = z.string().regex(/^\S{32,}$/, 'must have 32 or more characters without blanks')
export const url = (protocols: RegExp, format: string) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && protocols.test(text), `must be a URL of the form ${format}`)

export const allowList = z.string().transform((text, ctx) => {
  const list = parseAllowList(text)
  if (list !== undefined) return list
  ctx.addIssue('must be networks, addresses and host names, separated by commas, or none')
  return z.NEVER
})

export const MiB = 1024 * 1024
export const GiB = 1024 * MiB

const units = [
  ['GiB', GiB],
  ['MiB', MiB],
] as const

/** A readable size such as `64 MiB`; undefined for values that are not sizes. */
export function sizeInWords(name: string, text: string): string | undefined {
  const unit = name.includes('bytes') ? units.find(([, bytes]) => Number(text) % bytes === 0) : undefined
  return unit === undefined ? undefined : `${Number(text) / unit[1]} ${unit[0]}`
}

/** A part of the memory of the machine, in whole MiB, but at least `minMiB`. */
export const memoryPart =
  (part: number, minMiB: number) =>
  ({ memoryBytes }: MachineSize): number =>
    Math.max(minMiB, Math.floor(memoryBytes / part / MiB)) * MiB

export interface Default {
  /** The text that a user would write; absent: the setting has no default. */
  readonly default?: string
  /** The default of a machine, if it differs by machine; `default` is its upper limit. */
  readonly fits?: (machine: MachineSize) => number
}

/** The default of a setting on this machine: less than the documented one if the machine is small. */
export const defaultOn = (machine: MachineSize, { default: max, fits }: Default): string | undefined =>
  fits === undefined ? max : String(Math.min(Number(max), fits(machine)))

export interface Setting extends Default {
  readonly name: string
  readonly help: string
  readonly schema: z.ZodType
  /** The value is never printed. */
  readonly secret?: true
  /** A variable that other programs read, too: its value applies if ours is not set. */
  readonly otherVariable?: string
}

export const setting = <const N extends string, S extends z.ZodType>(
  name: N,
  schema: S,
  help: string,
  options: Pick<Setting, 'default' | 'fits' | 'secret' | 'otherVariable'> = {},
) => ({ name, schema, help, ...options })

/** The name of a setting in `Config`. */
export type CamelCase<S extends string> = S extends `${infer Head}.${infer Tail}`
  ? `${CamelCase<Head>}${Capitalize<CamelCase<Tail>>}`
  : S extends `${infer Head}_${infer Tail}`
    ? `${Head}${Capitalize<CamelCase<Tail>>}`
    : S

export const camelCase = (name: string): string =>
  name.replaceAll(/[._]([a-z])/g, (_, letter: string) => letter.toUpperCase())
