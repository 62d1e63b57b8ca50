// The state of an annotation form as a pure reducer: answers, note, field errors and the current question.
import {
  answersOf,
  nextUnansweredQuestion,
  outputsOf,
  pickChoice,
  questionsOf,
  type Answers,
  type Outputs,
  type Question,
  type StepForm,
} from './questions.ts'

/** The outputs of one annotation by step, and its note. */
export interface Annotation {
  readonly outputs: Outputs
  readonly note: string
}

export const emptyAnnotation: Annotation = { outputs: {}, note: '' }

export interface FormState {
  readonly forms: readonly StepForm[]
  /** The visible questions. An answer shows or hides the questions that depend on it. */
  readonly questions: readonly Question[]
  readonly answers: Answers
  readonly note: string
  /** The errors by the id of the question. */
  readonly errors: Readonly<Record<string, string>>
  /** Index of the question that digits answer. */
  readonly currentIndex: number
}

export type FormAction =
  /** Selects or clears a choice. The next unanswered question becomes the current one. */
  | { readonly type: 'choose'; readonly index: number; readonly value: string }
  /** Selects the choice of the current question with this number. */
  | { readonly type: 'digit'; readonly digit: number }
  | { readonly type: 'write'; readonly index: number; readonly value: string }
  | { readonly type: 'note'; readonly note: string }
  | { readonly type: 'focus'; readonly index: number }
  | { readonly type: 'step'; readonly by: 1 | -1 }
  | { readonly type: 'refuse'; readonly errors: Readonly<Record<string, string>> }

export function initialForm(forms: readonly StepForm[], { outputs, note }: Annotation): FormState {
  const answers = answersOf(forms, outputs)
  return { forms, questions: questionsOf(forms, answers), answers, note, errors: {}, currentIndex: 0 }
}

function answer(state: FormState, { index, value }: { index: number; value: string }): FormState {
  const question = state.questions[index]
  if (question === undefined) return state
  const answers = { ...state.answers, [question.id]: value }
  return { ...state, answers, questions: questionsOf(state.forms, answers) }
}

function choose(state: FormState, { index, value }: { index: number; value: string }): FormState {
  const question = state.questions[index]
  if (question === undefined) return state
  const { id, field } = question
  const next = answer(state, { index, value: pickChoice(field, { answer: state.answers[id] ?? '', value }) })
  // Several choices may follow each other.
  return field.kind === 'choices' ? next : { ...next, currentIndex: nextUnansweredQuestion(next, index) }
}

export function formReducer(state: FormState, action: FormAction): FormState {
  const { questions, currentIndex } = state
  switch (action.type) {
    case 'choose':
      return choose(state, action)
    case 'digit': {
      const question = questions[currentIndex]
      const value = question?.field.choices[action.digit - 1]?.value
      if (question === undefined || value === undefined) return state
      // The same digit again confirms the answer.
      const isRepeated = question.field.kind !== 'choices' && state.answers[question.id] === value
      return isRepeated
        ? { ...state, currentIndex: nextUnansweredQuestion(state, currentIndex) }
        : choose(state, { index: currentIndex, value })
    }
    case 'write':
      return answer(state, action)
    case 'note':
      return { ...state, note: action.note }
    case 'focus':
      return { ...state, currentIndex: action.index }
    case 'step':
      return { ...state, currentIndex: Math.min(questions.length - 1, Math.max(0, currentIndex + action.by)) }
    case 'refuse': {
      const first = questions.findIndex(({ id }) => Object.hasOwn(action.errors, id))
      return { ...state, errors: action.errors, currentIndex: Math.max(0, first) }
    }
  }
}

/** The annotation that the form describes, or the errors of its questions. */
export function annotationOf({
  forms,
  answers,
  note,
}: FormState): { readonly annotation: Annotation } | { readonly errors: FormState['errors'] } {
  const result = outputsOf(forms, answers)
  return 'errors' in result ? result : { annotation: { outputs: result.outputs, note: note.trim() } }
}
