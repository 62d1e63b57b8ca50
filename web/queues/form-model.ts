// The forms of the evaluators of a queue as one list of questions, and the answers to them. Questions with few possible
// answers have choices, which a digit picks.
import { fieldsOf, readForm, type FormField, type FormSchema } from '../ui/forms/schema-fields.ts'

export interface StepForm {
  readonly stepKey: string
  readonly name: string
  readonly schema: FormSchema
}

export interface Choice {
  /** The text that a text field would have. */
  readonly value: string
  readonly name: string
}

export interface Question {
  /** Unique in the queue. */
  readonly id: string
  readonly stepKey: string
  readonly field: FormField
  /** Empty: the answer is typed. */
  readonly choices: readonly Choice[]
}

/** The typed or chosen text by id of the question. */
export type Answers = Readonly<Record<string, string>>

const choicesMax = 9

const idOf = (stepKey: string, name: string): string => `${stepKey} ${name}`

function choicesOf({ kind, choices, minimum, maximum }: FormField): readonly Choice[] {
  if (kind === 'flag') {
    return [
      { value: 'true', name: 'Yes' },
      { value: 'false', name: 'No' },
    ]
  }
  if (kind === 'choice') return choices.map((value) => ({ value, name: value }))
  if (kind !== 'integer' || minimum === undefined || maximum === undefined) return []
  const size = maximum - minimum + 1
  if (size < 1 || size > choicesMax) return []
  return Array.from({ length: size }, (_, i) => String(minimum + i)).map((value) => ({ value, name: value }))
}

export const questionsOf = (forms: readonly StepForm[]): readonly Question[] =>
  forms.flatMap(({ stepKey, schema }) =>
    fieldsOf(schema).map((field) => ({
      id: idOf(stepKey, field.name),
      stepKey,
      field,
      choices: choicesOf(field),
    })),
  )

const isAnswered = (answers: Answers, id: string): boolean => Object.hasOwn(answers, id) && answers[id] !== ''

/** The next unanswered question with choices after `at`, or else `at`. */
export function nextOpenQuestion(
  { questions, answers }: { readonly questions: readonly Question[]; readonly answers: Answers },
  at: number,
): number {
  const next = questions.findIndex(
    ({ id, choices }, i) => i > at && choices.length > 0 && !isAnswered(answers, id),
  )
  return next === -1 ? at : next
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** The texts of a stored annotation, or else the defaults of the schemas. */
export function answersOf(
  forms: readonly StepForm[],
  outputs: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>,
): Answers {
  return Object.fromEntries(
    questionsOf(forms).map(({ id, stepKey, field }) => {
      const stored = Object.hasOwn(outputs, stepKey) ? outputs[stepKey] : undefined
      if (stored === undefined) return [id, field.initial]
      return [id, Object.hasOwn(stored, field.name) ? textOf(stored[field.name]) : '']
    }),
  )
}

/** By step, then by field. */
export type Outputs = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The outputs of the answers, or the errors by id of the question. */
export function outputsOf(
  forms: readonly StepForm[],
  answers: Answers,
): { readonly outputs: Outputs } | { readonly errors: Readonly<Record<string, string>> } {
  const outputs: [string, Readonly<Record<string, unknown>>][] = []
  const errors: [string, string][] = []
  for (const { stepKey, schema } of forms) {
    const texts = fieldsOf(schema).map(({ name }) => [name, answers[idOf(stepKey, name)] ?? ''] as const)
    const parsed = readForm(schema, Object.fromEntries(texts))
    if ('values' in parsed) outputs.push([stepKey, parsed.values])
    else
      errors.push(
        ...Object.entries(parsed.errors).map(([name, error]): [string, string] => [
          idOf(stepKey, name),
          error,
        ]),
      )
  }
  return errors.length > 0 ? { errors: Object.fromEntries(errors) } : { outputs: Object.fromEntries(outputs) }
}
