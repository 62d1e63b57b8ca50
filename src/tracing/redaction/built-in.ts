// Patterns for data that is private nearly everywhere. They use the runtime's engine, which backtracks. So every
// quantifier has an upper bound and no two adjacent ones can match the same character: the work per position is
// bounded by a constant.
import type { Match } from './linear-pattern.ts'

export const builtInNames = ['email', 'phone', 'card', 'key'] as const
export type BuiltInName = (typeof builtInNames)[number]

interface BuiltIn {
  readonly pattern: RegExp
  /** A text without it has no match. Searching it is cheaper than the pattern. */
  readonly requiredText?: string
  /** Whether a candidate is a true match. */
  readonly accepts?: (candidate: string) => boolean
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** The check digit of card numbers. */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubledDigit = i % 2 === 1 ? digit * 2 : digit
    sum += doubledDigit > 9 ? doubledDigit - 9 : doubledDigit
  }
  return sum % 10 === 0
}

/** First digits of the card networks. Without them one in ten long numbers would count as a card. */
const cardStart = /^(?:4|5[1-5]|2[2-7]|3[04-8]|6[0245])/

const isCard = (candidate: string): boolean => {
  const digits = digitsOf(candidate)
  return digits.length >= 13 && digits.length <= 19 && cardStart.test(digits) && passesLuhn(digits)
}

const date = '(?:\\d{4}[-.]\\d{2}[-.]\\d{2}|[0-3]?\\d[-.][0-3]?\\d[-.](?:19|20)\\d{2})(?!\\d)'
const decimalNumber = '\\d+\\.\\d+$'
const networkAddress = '\\d{1,3}(?:\\.\\d{1,3}){3}$'
const otherNumber = new RegExp(`^(?:${date}|${decimalNumber}|${networkAddress})`)

/** With a plus: 8 to 15 digits. Without: 10 or 11 digits in groups that do not look like another number. */
const isPhone = (candidate: string): boolean => {
  const { length } = digitsOf(candidate)
  if (candidate.startsWith('+')) return length >= 8 && length <= 15
  const isOther = otherNumber.test(candidate)
  return /[ ().-]/.test(candidate) && (length === 10 || length === 11) && !isOther
}

const key = [
  'sk-[A-Za-z0-9_-]{20,200}',
  '[sr]k_(?:live|test)_[A-Za-z0-9]{16,128}',
  'A[KS]IA[0-9A-Z]{16}',
  'AIza[0-9A-Za-z_-]{35}',
  'gh[pousr]_[A-Za-z0-9]{36,255}',
  'github_pat_[A-Za-z0-9_]{22,255}',
  'glpat-[A-Za-z0-9_-]{20,64}',
  'xox[abeoprs]-[A-Za-z0-9-]{10,255}',
  'hf_[A-Za-z0-9]{30,64}',
  'npm_[A-Za-z0-9]{36}',
  'gsk_[A-Za-z0-9]{32,128}',
  'lsv2_[a-z]{2}_[A-Za-z0-9_]{32,128}',
  'eyJ[A-Za-z0-9_-]{8,2048}\\.eyJ[A-Za-z0-9_-]{8,4096}\\.[A-Za-z0-9_-]{8,1024}',
].join('|')

const builtIns: Readonly<Record<BuiltInName, readonly BuiltIn[]>> = {
  // The last part of a domain begins with a letter: `package@1.2.3` is not an address.
  email: [
    {
      requiredText: '@',
      pattern:
        /[\p{L}\p{N}_][\p{L}\p{N}\p{M}._%+'-]{0,63}@(?:[\p{L}\p{N}\p{M}-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}\p{M}-]{1,62}/gu,
    },
  ],
  phone: [{ pattern: /(?<![\w+.-])[+(]?\d[\d ().-]{6,20}\d(?!\w)/g, accepts: isPhone }],
  card: [{ pattern: /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g, accepts: isCard }],
  key: [
    { pattern: new RegExp(`(?<![A-Za-z0-9])(?:${key})`, 'g') },
    { pattern: /(?<=\bbearer )[a-z0-9._~+/=-]{16,4096}/gi },
    {
      // Up to the next line of dashes, because the end may be missing.
      requiredText: 'PRIVATE KEY',
      pattern:
        /-----BEGIN [A-Z ]{0,32}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----)[^]){1,16384}(?:-----END [A-Z ]{0,32}PRIVATE KEY(?: BLOCK)?-----)?/g,
    },
  ],
}

/** All positions in the text that one built-in pattern hides. */
export function builtInMatches(name: BuiltInName, text: string): readonly Match[] {
  return builtIns[name]
    .filter(({ requiredText }) => requiredText === undefined || text.includes(requiredText))
    .flatMap(({ pattern, accepts }) =>
      [...text.matchAll(pattern)]
        .filter(([candidate]) => accepts === undefined || accepts(candidate))
        .map(({ 0: candidate, index }) => ({ start: index, end: index + candidate.length })),
    )
}
