// The state of the form builder as a pure reducer. The name of a new question follows its label until somebody types
// the name; the name of a stored question stays, because stored answers have it.
import { emptyQuestion, type BuilderForm, type BuilderQuestion } from './question-schema.ts'

export interface BuilderItem {
  /** Key of the card, stable while questions move. */
  readonly id: number
  readonly question: BuilderQuestion
  readonly hasOwnName: boolean
}

export interface BuilderState {
  readonly items: readonly BuilderItem[]
  readonly rest: BuilderForm['rest']
  readonly nextId: number
  /** The question that was removed last, with its index. */
  readonly removal: { readonly item: BuilderItem; readonly index: number } | undefined
}

export type BuilderAction =
  | { readonly type: 'add' }
  | { readonly type: 'change'; readonly id: number; readonly change: Partial<BuilderQuestion> }
  | { readonly type: 'move'; readonly id: number; readonly by: 1 | -1 }
  | { readonly type: 'remove'; readonly id: number }
  | { readonly type: 'restore' }

export const builderOf = ({ questions, rest }: BuilderForm): BuilderState => ({
  items: questions.map((question, id) => ({ id, question, hasOwnName: true })),
  rest,
  nextId: questions.length,
  removal: undefined,
})

export const formOf = ({ items, rest }: BuilderState): BuilderForm => ({
  questions: items.map(({ question }) => question),
  rest,
})

/** A name of letters, digits and underscores that no other question has. */
function nameFrom(label: string, otherNames: readonly string[]): string {
  const plain = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40)
  const start = plain === '' ? 'question' : plain
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? start : `${start}_${number}`
    if (!otherNames.includes(name)) return name
  }
}

/** Conditions refer to the new name of a renamed question, and end with a removed one or with another kind. */
function adjustConditions(
  items: readonly BuilderItem[],
  { before, after }: { before: BuilderQuestion; after: BuilderQuestion | undefined },
): readonly BuilderItem[] {
  if (after?.name === before.name && after.kind === before.kind) return items
  return items.map((item) => {
    const { showIf } = item.question
    if (showIf?.field !== before.name) return item
    const next =
      after !== undefined && after.kind === before.kind ? { ...showIf, field: after.name } : undefined
    return { ...item, question: { ...item.question, showIf: next } }
  })
}

function change(
  state: BuilderState,
  { id, change: part }: Extract<BuilderAction, { type: 'change' }>,
): BuilderState {
  const item = state.items.find((one) => one.id === id)
  if (item === undefined) return state
  const hasOwnName = item.hasOwnName || part.name !== undefined
  const otherNames = state.items.filter((one) => one !== item).map(({ question }) => question.name)
  const editedQuestion = { ...item.question, ...part, ...(part.kind === undefined ? {} : { rest: {} }) }
  const question = hasOwnName
    ? editedQuestion
    : { ...editedQuestion, name: nameFrom(editedQuestion.label, otherNames) }
  const items = state.items.map((one) => (one === item ? { ...item, question, hasOwnName } : one))
  return { ...state, items: adjustConditions(items, { before: item.question, after: question }) }
}

function move(state: BuilderState, { id, by }: Extract<BuilderAction, { type: 'move' }>): BuilderState {
  const from = state.items.findIndex((one) => one.id === id)
  const item = state.items[from]
  const to = from + by
  if (item === undefined || to < 0 || to >= state.items.length) return state
  return { ...state, items: state.items.toSpliced(from, 1).toSpliced(to, 0, item) }
}

export function builderReducer(state: BuilderState, action: BuilderAction): BuilderState {
  switch (action.type) {
    case 'add': {
      const name = nameFrom(
        '',
        state.items.map(({ question }) => question.name),
      )
      const item = { id: state.nextId, question: { ...emptyQuestion, name }, hasOwnName: false }
      return { ...state, items: [...state.items, item], nextId: state.nextId + 1, removal: undefined }
    }
    case 'change':
      return change(state, action)
    case 'move':
      return move(state, action)
    case 'remove': {
      const index = state.items.findIndex(({ id }) => id === action.id)
      const item = state.items[index]
      if (item === undefined) return state
      const items = adjustConditions(state.items.toSpliced(index, 1), {
        before: item.question,
        after: undefined,
      })
      return { ...state, items, removal: { item, index } }
    }
    case 'restore': {
      const { removal } = state
      if (removal === undefined) return state
      return { ...state, items: state.items.toSpliced(removal.index, 0, removal.item), removal: undefined }
    }
  }
}

/** Errors of a question by the field of its card. */
export type QuestionErrors = Readonly<Partial<Record<'label' | 'name' | 'options' | 'bounds', string>>>

export function errorsOf({ items }: BuilderState, { id, question }: BuilderItem): QuestionErrors {
  const { name, label, kind, options, minimum = 1, maximum = 5 } = question
  const isTaken = items.some((other) => other.id !== id && other.question.name === name)
  const hasList = kind === 'choice' || kind === 'choices'
  return {
    ...(label.trim() === '' ? { label: 'Write the question.' } : {}),
    ...(name.trim() === '' ? { name: 'The answer needs a name.' } : {}),
    ...(isTaken ? { name: 'Another question has this name.' } : {}),
    ...(hasList && options.length < 2 ? { options: 'Write at least two answers, one per line.' } : {}),
    ...(kind === 'scale' && (maximum <= minimum || maximum - minimum > 10)
      ? { bounds: 'A scale has 2 to 11 steps.' }
      : {}),
    ...(kind === 'number' &&
    question.minimum !== undefined &&
    question.maximum !== undefined &&
    maximum < minimum
      ? { bounds: 'The largest number is below the smallest.' }
      : {}),
  }
}

export const isComplete = (state: BuilderState): boolean =>
  state.items.length > 0 && state.items.every((item) => Object.keys(errorsOf(state, item)).length === 0)
