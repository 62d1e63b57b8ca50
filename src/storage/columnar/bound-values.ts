// Values of a statement, set in the session of its connection. chDB binds values in a place that all its connections share,
// and therefore lets statements with values wait for each other, on whichever connection they are: a trace would be read
// when the analytics of somebody else are done. Set in the session, they belong to the connection alone.
import { ownMember } from '../../kernel/own.ts'

/** Characters that mean nothing in SQL. All others are written by the codes of their bytes. */
const isPlain = (code: number): boolean => /[A-Za-z0-9 _.,:[\]-]/.test(String.fromCharCode(code))

/** Characters that mean something in the text of a value. */
const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\0': '\\0',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

const coded = (text: string): string =>
  Array.from(text, (char) => {
    const code = char.charCodeAt(0)
    return isPlain(code) ? char : `\\x${code.toString(16).padStart(2, '0')}`
  }).join('')

/** For each byte of a value the bytes that stand for it in a SQL literal. */
const literalBytes: readonly Buffer[] = Array.from({ length: 256 }, (_, code) => {
  const char = String.fromCharCode(code)
  return Buffer.from(coded(ownMember(escapes, char) ?? char), 'latin1')
})
const literalBytesMax = Math.max(...literalBytes.map(({ length }) => length))
const plainShape = /^[A-Za-z0-9 _.,:[\]-]*$/

/**
 * A value inside a SQL literal. Byte by byte, because a client decides how many characters need an escape: 6,000,000
 * quotes took 1.6 s with one call of a replacer for each.
 */
function literalText(text: string): string {
  if (plainShape.test(text)) return text
  const bytes = Buffer.from(text)
  const out = Buffer.allocUnsafe(bytes.length * literalBytesMax)
  let at = 0
  for (const byte of bytes) {
    const stands = literalBytes[byte] as Buffer
    for (let i = 0; i < stands.length; i += 1) out[at++] = stands[i] as number
  }
  return out.toString('latin1', 0, at)
}

const quote = coded("'")

/** The literal from which the engine reads a value of the type that its place in the statement names. */
function literal(value: unknown): string {
  if (!Array.isArray(value)) return `'${literalText(String(value))}'`
  const items = value.map((each) =>
    typeof each === 'string' ? `${quote}${literalText(each)}${quote}` : literalText(String(each)),
  )
  return `'[${items.join(',')}]'`
}

/** SQL that sets the values, to stand before the statement; '' where there are none. */
export function setValues(values: Readonly<Record<string, unknown>> | undefined): string {
  const set = Object.entries(values ?? {}).map(([name, value]) => `param_${name} = ${literal(value)}`)
  return set.length === 0 ? '' : `SET ${set.join(', ')}; `
}
