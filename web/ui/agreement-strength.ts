// How strong an agreement is, in words that people who never met the number understand.

export interface Strength {
  readonly word: string
  readonly tone: 'good' | 'warn' | 'bad'
}

/** Of kappa, alpha or a correlation: 1 is the same each time, 0 as often as chance would have it. */
export function strengthOf(value: number): Strength {
  if (value >= 0.8) return { word: 'strong', tone: 'good' }
  if (value >= 0.6) return { word: 'fair', tone: 'warn' }
  return { word: value > 0 ? 'weak' : 'no better than chance', tone: 'bad' }
}
