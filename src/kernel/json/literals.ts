// The rule for number literals in JSON text (ADR 051): no digits are lost silently.

/**
 * The normal form of a decimal literal: sign, digits without leading and trailing zeros, exponent of the last
 * digit.
 */
function normalize(source: string): string {
  const [, sign = '', integer = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? []
  const digits = `${integer}${fraction}`.replace(/^0+/, '')
  // No regular expression: /0+$/ takes quadratic time for a long run of zeros before another digit.
  let end = digits.length
  while (digits[end - 1] === '0') end--
  const power = Number(exponent) - fraction.length + (digits.length - end)
  return end === 0 ? '0' : `${sign}${digits.slice(0, end)}e${power}`
}

const integerLiteral = /^-?\d+$/

/** Longer integers are refused even where integers are stored exactly: no counter is that long. */
const integerDigitsMax = 64

/** The integer as a bigint. Undefined: the literal is no integer, or longer than the limit. */
export const exactInteger = (source: string): bigint | undefined =>
  integerLiteral.test(source) && source.length <= integerDigitsMax ? BigInt(source) : undefined

/**
 * Whether a number literal may be stored as this double. Any literal below 2^53 may; decimals become the nearest
 * double. From 2^53 up, a literal of digits alone may not. A literal with a point or an exponent may if it is the exact
 * value of the double (`18446744073709551616.0`) or its shortest text (`1e16`, `1.8446744073709552e19`);
 * `12345678901234567890e5` is neither. Overflow, and underflow to 0, are refused.
 */
export function isExactLiteral(value: number, source: string): boolean {
  if (value === 0) return !/^[^eE]*[1-9]/.test(source)
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return true
  if (!Number.isFinite(value) || integerLiteral.test(source)) return false
  const literal = normalize(source)
  return literal === normalize(String(value)) || literal === normalize(String(BigInt(value)))
}

export const inexactNumber =
  'The number would be rounded (integers have to be within ±(2^53−1), others fit a double): send it as a string.'
