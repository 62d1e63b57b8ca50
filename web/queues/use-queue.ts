// The work of one person in a queue: the item that is looked at, and what is done with it. What was done last can be taken back.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { AssayError } from '../app/api.ts'
import { useSession } from '../app/session.tsx'
import { showFailure } from '../app/toasts.tsx'
import { saidOf, type Item } from './queries.ts'

type Outputs = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** What the form begins with: what was said before, or what was just taken back. */
export interface Said {
  readonly outputs: Outputs
  readonly note: string
}

const nothing: Said = { outputs: {}, note: '' }

/** Null: nothing is left for this person. */
export interface Shown {
  readonly item: Item | null
  readonly said: Said
}

type Wanted = { readonly scenario_id?: string; readonly move?: 'next' | 'previous' }

const placeOf = ({ scenario_id, repeat_idx }: Item) => ({ scenario_id, repeat_idx })

/** Somebody else has it, or it is gone: there are others. */
const isGone = (error: unknown): boolean =>
  error instanceof AssayError && (error.code === 'not_found' || error.code === 'queue_conflict')

export function useWork(
  queueId: string,
  {
    first,
    onItem,
  }: { readonly first: string | undefined; readonly onItem: (id: string | undefined) => void },
) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const [shown, setShown] = useState<Shown>()
  const [failure, setFailure] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  /** What came of a key, beside the item: a notice elsewhere would lie over the form. */
  const [told, setTold] = useState('')
  /** What this person did on this page, last one last. */
  const done = useRef<{ readonly item: Item; readonly said: Said }[]>([])

  /** The next item and the end of the wait come in one picture: a key that is pressed at the sight of it counts. */
  const show = (item: Item | null, said: Said, words = ''): void => {
    setTold(words)
    setFailure(undefined)
    setBusy(false)
    setShown({ item, said })
    onItem(item?.scenario_id)
  }
  const take = async (wanted: Wanted): Promise<void> => {
    const { item } = await api.queues.takeItem(queueId, wanted)
    if (item === undefined) {
      // Beside the last one there is none: it stays. What was asked for by its name may be somebody else's.
      if (wanted.move !== undefined) return setTold(wanted.move === 'next' ? 'the last one' : 'the first one')
      if (wanted.scenario_id !== undefined) return take({})
      return show(null, nothing)
    }
    show(item, item.state === 'judged' ? await saidOf(api, item) : nothing)
  }
  const working = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      setFailure(error)
    }
    setBusy(false)
  }
  const taken = (wanted: Wanted): Promise<void> =>
    working(async () => {
      try {
        await take(wanted)
      } catch (error) {
        if (!isGone(error) || wanted.scenario_id === undefined) throw error
        await take({})
      }
    })
  /** Changes something; then the numbers are asked for again, which nobody waits for. What is refused leaves the form as it is. */
  const changed = (work: () => Promise<void>): Promise<void> =>
    working(async () => {
      try {
        await work()
      } catch (error) {
        showFailure(error)
        if (isGone(error)) await take({})
      } finally {
        void client.invalidateQueries({ queryKey: [session.project.id, 'queues'], predicate: isCount })
      }
    })
  const judged = (item: Item, said: Said): Promise<void> =>
    changed(async () => {
      const { outputs, note } = said
      const judgement = { ...placeOf(item), outputs, ...(note === '' ? {} : { note }) }
      await api.queues.judgeItem(queueId, { judgement })
      done.current.push({ item, said })
      await take({})
    })
  const skipped = (item: Item): Promise<void> =>
    changed(async () => {
      await api.queues.skipItem(queueId, { item: placeOf(item) })
      done.current.push({ item, said: nothing })
      await take({})
    })
  const undone = (): Promise<void> =>
    changed(async () => {
      // What is looked at, if it is judged or left; else what was done last.
      const here = shown?.item
      const isHere = here !== undefined && here !== null && here.state !== 'open'
      const last = isHere ? { item: here, said: shown?.said ?? nothing } : done.current.at(-1)
      if (last === undefined) return setTold('nothing to take back')
      const { item } = await api.queues.undoItem(queueId, { item: placeOf(last.item) })
      done.current = done.current.filter((one) => one.item.scenario_id !== last.item.scenario_id)
      show(item ?? null, last.said, 'taken back')
    })

  const start = useRef(taken)
  useEffect(() => {
    void start.current(first === undefined ? {} : { scenario_id: first })
    // Once: from then on the work goes on by itself, and the address follows.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [queueId])

  return { shown, failure, isBusy, told, taken, judged, skipped, undone }
}

/** Numbers that others and oneself change; not the queue itself. */
const isCount = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
  queryKey[2] === 'progress' || queryKey[2] === 'agreement' || queryKey[2] === 'list'
