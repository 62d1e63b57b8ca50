// Splits the outputs of an evaluator into score, success, reasoning and the rest.

export interface Verdict {
  readonly score: number | undefined
  readonly success: boolean | undefined
  readonly reasoning: string | undefined
  readonly rest: Readonly<Record<string, unknown>>
}

const reasons = ['reasoning', 'reason', 'explanation', 'rationale', 'comment', 'feedback'] as const

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Custom evaluators may return anything; unknown members are the rest. */
export function verdictOf(outputs: unknown): Verdict {
  if (!isRecord(outputs)) {
    return { score: undefined, success: undefined, reasoning: undefined, rest: { value: outputs } }
  }
  const { score, success } = outputs
  const reasonName = reasons.find((name) => Object.hasOwn(outputs, name) && typeof outputs[name] === 'string')
  const verdictMembers = new Set<string>([
    ...(typeof score === 'number' ? ['score'] : []),
    ...(typeof success === 'boolean' ? ['success'] : []),
    ...(reasonName === undefined ? [] : [reasonName]),
  ])
  return {
    score: typeof score === 'number' ? score : undefined,
    success: typeof success === 'boolean' ? success : undefined,
    reasoning: reasonName === undefined ? undefined : String(outputs[reasonName]),
    rest: Object.fromEntries(Object.entries(outputs).filter(([name]) => !verdictMembers.has(name))),
  }
}
