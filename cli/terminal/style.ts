// Colours and font weights, or plain text.

export interface Style {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
  readonly cyan: (text: string) => string
}

const ansiCode = (on: number, off: number) => (text: string) =>
  text === '' ? '' : `\u001B[${on}m${text}\u001B[${off}m`

const ansiStyle: Style = {
  bold: ansiCode(1, 22),
  dim: ansiCode(2, 22),
  red: ansiCode(31, 39),
  green: ansiCode(32, 39),
  yellow: ansiCode(33, 39),
  cyan: ansiCode(36, 39),
}

const identity = (text: string): string => text

export const plainStyle: Style = {
  bold: identity,
  dim: identity,
  red: identity,
  green: identity,
  yellow: identity,
  cyan: identity,
}

/** Colours are used on a terminal unless NO_COLOR is set (https://no-color.org). */
export const styleOf = (
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): Style => {
  const hasNoColor = (environment['NO_COLOR'] ?? '') !== '' || environment['TERM'] === 'dumb'
  return isTerminal && !hasNoColor ? ansiStyle : plainStyle
}

// Text of a server may contain control characters of terminals, which must have no effect.
// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g

/** Untrusted text on one line, without control characters. */
export const sanitizeLine = (text: string): string =>
  text.replaceAll(/[\t\n\r]+/g, ' ').replaceAll(controls, '\uFFFD')

/** Untrusted text with its lines, without control characters. */
export const sanitizeLines = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(controls, '\uFFFD')
