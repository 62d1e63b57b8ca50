// The forms of several evaluators as one list of questions, and the answers to them. Questions with few possible
// answers have choices, which digits select.
import {
  selectedValuesOf,
  fieldsOf,
  readForm,
  visibleFields,
  type FormField,
  type FormSchema,
  type FormTexts,
} from '../schema-fields.ts'

export interface StepForm {
  readonly stepKey: string
  readonly name: string
  readonly schema: FormSchema
}

export interface Question {
  /** The id, unique among the questions of all forms. */
  readonly id: string
  readonly stepKey: string
  /** The field of the answer. Without choices the answer is typed. */
  readonly field: FormField
}

/** The typed or selected text by id of the question. */
export type Answers = Readonly<Record<string, string>>

const idOf = (stepKey: string, name: string): string => `${stepKey} ${name}`

const textsOf = (answers: Answers, { stepKey, schema }: StepForm): FormTexts =>
  Object.fromEntries(fieldsOf(schema).map(({ name }) => [name, answers[idOf(stepKey, name)] ?? '']))

const questionOf = (stepKey: string, field: FormField): Question => ({
  id: idOf(stepKey, field.name),
  stepKey,
  field,
})

/** The questions whose conditions hold with these answers. */
export const questionsOf = (forms: readonly StepForm[], answers: Answers): readonly Question[] =>
  forms.flatMap((form) =>
    visibleFields(fieldsOf(form.schema), textsOf(answers, form)).map((field) =>
      questionOf(form.stepKey, field),
    ),
  )

const isAnswered = (answers: Answers, id: string): boolean => Object.hasOwn(answers, id) && answers[id] !== ''

/** The index of the next unanswered question with choices after `at`, or else `at`. */
export function nextUnansweredQuestion(
  { questions, answers }: { readonly questions: readonly Question[]; readonly answers: Answers },
  at: number,
): number {
  const next = questions.findIndex(
    ({ id, field }, i) => i > at && field.choices.length > 0 && !isAnswered(answers, id),
  )
  return next === -1 ? at : next
}

/** The answer after a click on a choice: the choice, or with several choices the previous ones with or without it. */
export function pickChoice(
  { kind, choices }: FormField,
  { answer, value }: { answer: string; value: string },
): string {
  if (kind !== 'choices') return answer === value ? '' : value
  const selectedValues = new Set(selectedValuesOf(answer)).symmetricDifference(new Set([value]))
  const orderedValues = choices.map((choice) => choice.value).filter((one) => selectedValues.has(one))
  return orderedValues.length === 0 ? '' : JSON.stringify(orderedValues)
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** The texts of a stored annotation, or else the defaults of the schemas. */
export function answersOf(
  forms: readonly StepForm[],
  outputs: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>,
): Answers {
  const answerOf = (stepKey: string, field: FormField): readonly [string, string] => {
    const storedAnswer = Object.hasOwn(outputs, stepKey) ? outputs[stepKey] : undefined
    if (storedAnswer === undefined) return [idOf(stepKey, field.name), field.initial]
    return [
      idOf(stepKey, field.name),
      Object.hasOwn(storedAnswer, field.name) ? textOf(storedAnswer[field.name]) : '',
    ]
  }
  return Object.fromEntries(
    forms.flatMap(({ stepKey, schema }) => fieldsOf(schema).map((field) => answerOf(stepKey, field))),
  )
}

/** The outputs by step, then by field. */
export type Outputs = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The outputs of the answers, or the errors by id of the question. */
export function outputsOf(
  forms: readonly StepForm[],
  answers: Answers,
): { readonly outputs: Outputs } | { readonly errors: Readonly<Record<string, string>> } {
  const outputs: [string, Readonly<Record<string, unknown>>][] = []
  const errors: [string, string][] = []
  for (const form of forms) {
    const result = readForm(form.schema, textsOf(answers, form))
    if ('values' in result) outputs.push([form.stepKey, result.values])
    else
      errors.push(
        ...Object.entries(result.errors).map(([name, error]): [string, string] => [
          idOf(form.stepKey, name),
          error,
        ]),
      )
  }
  return errors.length > 0 ? { errors: Object.fromEntries(errors) } : { outputs: Object.fromEntries(outputs) }
}
