// Values of a statement, set in the session of its connection. chDB binds values in a place that all its connections share,
// and therefore lets statements with values wait for each other, on whichever connection they are: a trace would be read
// when the analytics of somebody else are done. Set in the session, they belong to the connection alone.
import { ownMember } from '../../kernel/own.ts'

/** Everything but plain characters by the codes of its bytes: no character of a client can mean anything in SQL. */
const literal = (text: string): string =>
  `'${text.replaceAll(/[^A-Za-z0-9 _.,:[\]-]+/g, (some) => Buffer.from(some).toString('hex').replaceAll(/../g, '\\x$&'))}'`

/** What a value may hold that means something in the text of a value. */
const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\0': '\\0',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}
const escaped = (text: string): string =>
  text.replaceAll(/[\\'\0\n\r\t]/g, (char) => ownMember(escapes, char) ?? char)

/** The text from which the engine reads a value of the type that its place in the statement names. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map((each) => (typeof each === 'string' ? `'${escaped(each)}'` : String(each))).join(',')}]`
  }
  return typeof value === 'string' ? escaped(value) : String(value)
}

/** SQL that sets the values, to stand before the statement; '' where there are none. */
export function setValues(values: Readonly<Record<string, unknown>> | undefined): string {
  const set = Object.entries(values ?? {}).map(
    ([name, value]) => `param_${name} = ${literal(valueText(value))}`,
  )
  return set.length === 0 ? '' : `SET ${set.join(', ')}; `
}
