// Parses the flags of a command line.

/** Values by flag. Undefined: the flag has no value. */
export type Flags = ReadonlyMap<string, string | undefined>

/** Flags look like `--port 8700` or `--port=8700`. A prefix `--assay-` is optional. */
export function readFlags(args: readonly string[]): {
  readonly flags: Flags
  readonly rest: readonly string[]
} {
  const flags = new Map<string, string | undefined>()
  const rest: string[] = []
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? ''
    const match = /^--(?:assay-)?([a-z][a-z0-9-]*)(?:=(.*))?$/s.exec(arg)
    if (match === null) {
      rest.push(arg)
      continue
    }
    const next = args[i + 1]
    const hasNoValue = match[2] === undefined && (next === undefined || next.startsWith('--'))
    flags.set(`--${match[1]}`, hasNoValue ? undefined : (match[2] ?? next))
    if (match[2] === undefined && !hasNoValue) i++
  }
  return { flags, rest }
}
