// The operators of filters by type of operand. The lexer, the completion and the condition builder share them.
const equality = ['=', '!='] as const
const order = ['>', '>=', '<', '<='] as const
const ranges = ['btwn'] as const
const texts = ['contains', 'startswith', 'endswith', 'like', 'matches'] as const
const lists = ['in', 'not_in'] as const
const existence = ['exists', 'not_exists'] as const
const members = ['has', 'has_not'] as const

export const signs: readonly string[] = [...equality, ...order]
export const wordOperators: readonly string[] = [...texts, ...lists, ...existence, ...ranges, ...members]

export const takesNoValue = (operator: string): boolean => existence.some((one) => one === operator)

export type FieldType = 'text' | 'number' | 'time' | 'id' | 'word' | 'list'

/** The operators of each type, the most likely ones first. */
export const operatorsOfType: Readonly<Record<FieldType, readonly string[]>> = {
  text: [...equality, ...texts, ...lists, ...existence, ...order, ...ranges],
  number: [...order, ...equality, ...ranges, ...lists, ...existence],
  time: [...order, ...ranges, ...equality, ...lists],
  id: [...equality, ...lists],
  word: [...equality, ...lists],
  list: [...lists, ...members, ...existence],
}

export const operatorNotes: Readonly<Record<string, string>> = {
  '=': 'is',
  '!=': 'is not',
  btwn: '[low, high]',
  like: '% and _ are wildcards',
  in: 'one of (…)',
  not_in: 'none of (…)',
  exists: 'has a value',
  not_exists: 'has no value',
}
