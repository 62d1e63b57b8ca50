// The forms of the evaluators of a queue as one list of questions, and what was answered. Questions with few answers are answered
// by a digit.
import { fieldsOf, readForm, type FormField, type FormSchema } from '../ui/forms/schema-fields.ts'

export interface StepForm {
  readonly stepKey: string
  readonly name: string
  readonly schema: FormSchema
}

export interface Choice {
  /** As it would be typed. */
  readonly value: string
  readonly name: string
}

export interface Question {
  /** Of all questions of the queue. */
  readonly id: string
  readonly stepKey: string
  readonly field: FormField
  /** None: it is answered by typing. */
  readonly choices: readonly Choice[]
}

/** What was typed or chosen, by question. */
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

/** A digit answers the question; a scale that begins at 1 is answered by its own numbers. */
export const choiceOfDigit = ({ choices }: Question, digit: number): Choice | undefined => choices[digit - 1]

const isAnswered = (answers: Answers, id: string): boolean => Object.hasOwn(answers, id) && answers[id] !== ''

/** After a digit: the next question that a digit can answer and nobody has; else the one that was answered. */
export function afterChoice(questions: readonly Question[], answers: Answers, at: number): number {
  const next = questions.findIndex(
    ({ id, choices }, i) => i > at && choices.length > 0 && !isAnswered(answers, id),
  )
  return next === -1 ? at : next
}

const written = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** What was said before, as the form shows it; else what the schemas begin with. */
export function answersOf(
  forms: readonly StepForm[],
  outputs: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>,
): Answers {
  return Object.fromEntries(
    questionsOf(forms).map(({ id, stepKey, field }) => {
      const said = Object.hasOwn(outputs, stepKey) ? outputs[stepKey] : undefined
      if (said === undefined) return [id, field.initial]
      return [id, Object.hasOwn(said, field.name) ? written(said[field.name]) : '']
    }),
  )
}

export type Judged =
  | { readonly outputs: Readonly<Record<string, Readonly<Record<string, unknown>>>> }
  | { readonly faults: Readonly<Record<string, string>> }

/** The outputs by step; or what is wrong with which question. */
export function judgedBy(forms: readonly StepForm[], answers: Answers): Judged {
  const outputs: [string, Readonly<Record<string, unknown>>][] = []
  const faults: [string, string][] = []
  for (const { stepKey, schema } of forms) {
    const own = fieldsOf(schema).map(({ name }) => [name, answers[idOf(stepKey, name)] ?? ''] as const)
    const read = readForm(schema, Object.fromEntries(own))
    if ('values' in read) outputs.push([stepKey, read.values])
    else
      faults.push(
        ...Object.entries(read.faults).map(([name, fault]): [string, string] => [idOf(stepKey, name), fault]),
      )
  }
  return faults.length > 0 ? { faults: Object.fromEntries(faults) } : { outputs: Object.fromEntries(outputs) }
}
