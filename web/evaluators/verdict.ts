// What an evaluator answered, taken apart: the score, whether that is enough, why, and the rest.

export interface Verdict {
  readonly score: number | undefined
  readonly success: boolean | undefined
  readonly reasoning: string | undefined
  readonly rest: Readonly<Record<string, unknown>>
}

const reasons = ['reasoning', 'reason', 'explanation', 'rationale', 'comment', 'feedback'] as const

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Evaluators of others may answer anything; what is not understood is the rest. */
export function verdictOf(outputs: unknown): Verdict {
  if (!isRecord(outputs)) {
    return { score: undefined, success: undefined, reasoning: undefined, rest: { value: outputs } }
  }
  const { score, success } = outputs
  const why = reasons.find((name) => Object.hasOwn(outputs, name) && typeof outputs[name] === 'string')
  const known = new Set<string>([
    ...(typeof score === 'number' ? ['score'] : []),
    ...(typeof success === 'boolean' ? ['success'] : []),
    ...(why === undefined ? [] : [why]),
  ])
  return {
    score: typeof score === 'number' ? score : undefined,
    success: typeof success === 'boolean' ? success : undefined,
    reasoning: why === undefined ? undefined : String(outputs[why]),
    rest: Object.fromEntries(Object.entries(outputs).filter(([name]) => !known.has(name))),
  }
}
