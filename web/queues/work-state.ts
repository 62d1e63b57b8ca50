// The work of one person in a queue as a pure reducer: the current item, the request that runs, and the actions that can be
// undone.
import type { Annotation } from '../ui/forms/questions/form-state.ts'

/** An item of a queue, as far as the reducer reads it. */
export interface WorkItem {
  readonly scenario_id: string
  readonly state: 'open' | 'judged' | 'skipped'
}

export interface CurrentItem<I extends WorkItem> {
  /** The current item; null: no item is left for this person. */
  readonly item: I | null
  /** The initial values of the form. */
  readonly annotation: Annotation
}

export interface WorkState<I extends WorkItem> {
  readonly current: CurrentItem<I> | undefined
  readonly failure: unknown
  readonly isBusy: boolean
  /** The result of the last key, shown beside the item: a toast would cover the form. */
  readonly message: string
  /** Items that this person annotated or skipped on this page, the last one last. */
  readonly history: readonly { readonly item: I; readonly annotation: Annotation }[]
}

export const initialWork: WorkState<never> = {
  current: undefined,
  failure: undefined,
  isBusy: false,
  message: '',
  history: [],
}

export type WorkAction<I extends WorkItem> =
  | { readonly type: 'start' | 'stop' }
  | { readonly type: 'fail'; readonly failure: unknown }
  | { readonly type: 'report'; readonly message: string }
  /** Shows an item and ends the request, so that a key is accepted as soon as the item is visible. */
  | { readonly type: 'show'; readonly current: CurrentItem<I>; readonly message?: string }
  | { readonly type: 'finish'; readonly item: I; readonly annotation: Annotation }
  | { readonly type: 'forget'; readonly scenarioId: string }

export function workReducer<I extends WorkItem>(state: WorkState<I>, action: WorkAction<I>): WorkState<I> {
  switch (action.type) {
    case 'start':
      return { ...state, isBusy: true }
    case 'stop':
      return { ...state, isBusy: false }
    case 'fail':
      return { ...state, failure: action.failure }
    case 'report':
      return { ...state, message: action.message }
    case 'show':
      return {
        ...state,
        current: action.current,
        failure: undefined,
        isBusy: false,
        message: action.message ?? '',
      }
    case 'finish':
      return {
        ...state,
        history: [...state.history, { item: action.item, annotation: action.annotation }],
      }
    case 'forget':
      return { ...state, history: state.history.filter(({ item }) => item.scenario_id !== action.scenarioId) }
  }
}

/** The item to undo: the current one if it is annotated or skipped, or else the last of the history. */
export function undoTarget<I extends WorkItem>({
  current,
  history,
}: WorkState<I>): WorkState<I>['history'][number] | undefined {
  if (current === undefined || current.item === null || current.item.state === 'open') return history.at(-1)
  return { item: current.item, annotation: current.annotation }
}
