// Connects the work of one person in a queue with the server: take, annotate, skip and undo items.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef } from 'react'
import { AssayError } from '../app/api.ts'
import { useApi } from '../app/session.tsx'
import { showFailure } from '../app/toasts.tsx'
import { emptyAnnotation, type Annotation } from '../ui/forms/questions/form-state.ts'
import { storedAnnotation, type Item } from './queries.ts'
import { initialWork, undoTarget, workReducer } from './work-state.ts'

interface ItemRequest {
  readonly scenario_id?: string
  readonly move?: 'next' | 'previous'
}

const keyOf = ({ scenario_id, repeat_idx }: Item) => ({ scenario_id, repeat_idx })

/** Another person has the item, or it was deleted. */
const isUnavailable = (error: unknown): boolean =>
  error instanceof AssayError && (error.code === 'not_found' || error.code === 'queue_conflict')

interface QueueInput {
  readonly queueId: string
  /** Id of the scenario to start with. */
  readonly initialItemId: string | undefined
  readonly onItem: (id: string | undefined) => void
}

/** Loads items one at a time. A request that fails leaves the current item. */
function useItems({ queueId, onItem }: QueueInput) {
  const api = useApi()
  const [state, dispatch] = useReducer(workReducer<Item>, initialWork)
  const show = (item: Item | null, { annotation = emptyAnnotation, message = '' } = {}): void => {
    dispatch({ type: 'show', current: { item, annotation }, message })
    onItem(item?.scenario_id)
  }
  const take = async (request: ItemRequest): Promise<void> => {
    const { item } = await api.queues.takeItem(queueId, request)
    if (item !== undefined) {
      return show(item, item.state === 'judged' ? { annotation: await storedAnnotation(api, item) } : {})
    }
    if (request.move !== undefined) {
      const message = request.move === 'next' ? 'last item' : 'first item'
      return dispatch({ type: 'report', message })
    }
    // Another person may have the requested item.
    return request.scenario_id === undefined ? show(null) : take({})
  }
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (state.isBusy) return
    dispatch({ type: 'start' })
    try {
      await work()
    } catch (failure) {
      dispatch({ type: 'fail', failure })
    }
    dispatch({ type: 'stop' })
  }
  return { api, state, dispatch, show, take, run }
}

export function useQueue(input: QueueInput) {
  const { queueId, initialItemId } = input
  const { api, state, dispatch, show, take, run } = useItems(input)
  const client = useQueryClient()
  const open = (request: ItemRequest): Promise<void> =>
    run(async () => {
      try {
        await take(request)
      } catch (error) {
        if (!isUnavailable(error) || request.scenario_id === undefined) throw error
        await take({})
      }
    })
  /** Runs a write, then refreshes the counts in the background. A refused write leaves the form as it is. */
  const write = (work: () => Promise<void>): Promise<void> =>
    run(async () => {
      try {
        await work()
      } catch (error) {
        showFailure(error)
        if (isUnavailable(error)) await take({})
      } finally {
        void client.invalidateQueries({ queryKey: [api.projectId, 'queues'], predicate: isCount })
      }
    })
  const start = useRef(open)
  useEffect(() => {
    void start.current(initialItemId === undefined ? {} : { scenario_id: initialItemId })
    // Runs once per queue: after the first item the URL follows the work.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [queueId])
  return {
    ...state,
    open,
    annotate: (item: Item, annotation: Annotation): Promise<void> =>
      write(async () => {
        const { outputs, note } = annotation
        const judgement = { ...keyOf(item), outputs, ...(note === '' ? {} : { note }) }
        await api.queues.judgeItem(queueId, { judgement })
        dispatch({ type: 'finish', item, annotation })
        await take({})
      }),
    skip: (item: Item): Promise<void> =>
      write(async () => {
        await api.queues.skipItem(queueId, { item: keyOf(item) })
        dispatch({ type: 'finish', item, annotation: emptyAnnotation })
        await take({})
      }),
    undo: (): Promise<void> =>
      write(async () => {
        const target = undoTarget(state)
        if (target === undefined) return dispatch({ type: 'report', message: 'nothing to undo' })
        const { item } = await api.queues.undoItem(queueId, { item: keyOf(target.item) })
        dispatch({ type: 'forget', scenarioId: target.item.scenario_id })
        show(item ?? null, { annotation: target.annotation, message: 'undone' })
      }),
  }
}

/** Queries whose numbers change with the work of people. */
const isCount = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
  queryKey[2] === 'progress' || queryKey[2] === 'agreement' || queryKey[2] === 'list'
