// The string operators on a present text.
import { unreachable } from '../../kernel/errors.ts'
import type { TextOperator } from './ast.ts'

export interface TextTest {
  readonly operator: TextOperator
  readonly value: string
  readonly caseSensitive: boolean
  readonly exactMatch: boolean
}

export function textMatches(storedText: string, test: TextTest): boolean {
  const text = test.caseSensitive ? storedText : storedText.toLowerCase()
  const value = test.caseSensitive ? test.value : test.value.toLowerCase()
  switch (test.operator) {
    case 'startswith':
      return text.startsWith(value)
    case 'endswith':
      return text.endsWith(value)
    case 'contains':
      return text.includes(value)
    case 'matches':
      return test.exactMatch ? text === value : text.includes(value)
    case 'like':
      return likeExpression(value).test(text)
    default:
      return unreachable(test.operator)
  }
}

type LikePart =
  | { readonly kind: 'run' }
  | { readonly kind: 'one' }
  | { readonly kind: 'literal'; readonly char: string }

/** `%` matches any run, `_` any one character, `\` escapes the next character (a final one is itself). */
export function likeParts(pattern: string): readonly LikePart[] {
  const parts: LikePart[] = []
  const chars = Array.from(pattern)
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i] ?? ''
    if (char === '%') parts.push({ kind: 'run' })
    else if (char === '_') parts.push({ kind: 'one' })
    else if (char === '\\' && i + 1 < chars.length) parts.push({ kind: 'literal', char: chars[++i] ?? '' })
    else parts.push({ kind: 'literal', char })
  }
  return parts
}

function likeExpression(pattern: string): RegExp {
  const source = likeParts(pattern).map((part) => {
    if (part.kind === 'run') return '.*'
    return part.kind === 'one' ? '.' : `\\u{${part.char.codePointAt(0)?.toString(16)}}`
  })
  return new RegExp(`^${source.join('')}$`, 'su')
}
