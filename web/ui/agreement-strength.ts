// Describes the strength of an agreement in words.

export interface Strength {
  readonly word: string
  readonly tone: 'good' | 'warn' | 'bad'
}

/** Takes kappa, alpha or a correlation: 1 is perfect agreement, 0 is agreement by chance. */
export function strengthOf(value: number): Strength {
  if (value >= 0.8) return { word: 'strong', tone: 'good' }
  if (value >= 0.6) return { word: 'fair', tone: 'warn' }
  return { word: value > 0 ? 'weak' : 'no better than chance', tone: 'bad' }
}
