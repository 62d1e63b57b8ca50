// Runs the planned calls, a few at a time, and stores their outcomes.
import { useMemo, useRef, useState } from 'react'
import { useApi } from '../app/session.tsx'
import { callProgram } from '../app/trials/call.ts'
import { continuedCall } from './conversation.ts'
import { stampOf, type Cell, type PlannedCall } from './matrix.ts'
import { droppedKeys, readCells, storageName, writeCells, type Cells } from './stored-cells.ts'

/** Providers limit concurrent calls, and a browser has few connections. */
const concurrency = 4

const requestOf = ({ row, column, turns }: PlannedCall) => {
  const { revision, isDraft } = column
  const call = { data: column.data, inputs: row.inputs }
  const { artifact_id, artifact_slug, variant_id, variant_slug, id, slug, version } = revision
  return {
    ...(turns === undefined ? call : continuedCall(call, turns)),
    ...(row.testcase === undefined ? {} : { testcase: row.testcase }),
    references: {
      application: { id: artifact_id, slug: artifact_slug },
      application_variant: { id: variant_id, slug: variant_slug },
      // A draft is not a revision.
      ...(isDraft ? {} : { application_revision: { id, slug, version } }),
    },
    meta: { playground: { base_revision_id: id, is_draft: isDraft } },
  }
}

/** A cancelled call: a conversation is as it was before its last message. */
const cancelledCell = ({ turns, column, row }: PlannedCall): Cell => {
  const last = turns?.at(-1)
  if (turns === undefined || last === undefined) return { state: 'cancelled' }
  return { state: 'done', outcome: last.outcome, of: stampOf(column, row), turns: turns.slice(0, -1) }
}

const isPending = (cell: Cell | undefined): boolean => cell?.state === 'waiting' || cell?.state === 'running'

/** The cells of an application, which this browser stores. */
function useCells(artifactId: string) {
  const { projectId } = useApi()
  const name = storageName(projectId, artifactId)
  const [initial] = useState(() => readCells(name))
  const latest = useRef(initial)
  const [cells, setCells] = useState<Cells>(initial)
  const [stored, setStored] = useState<Cells>(initial)
  const replace = (next: Cells): void => {
    latest.current = next
    setCells(next)
  }
  return {
    cells,
    dropped: useMemo(() => droppedKeys(cells, stored), [cells, stored]),
    cancel: (calls: readonly PlannedCall[]): void => {
      const pending = calls.filter(({ key }) => isPending(latest.current.get(key)))
      replace(
        new Map([...latest.current, ...pending.map((call) => [call.key, cancelledCell(call)] as const)]),
      )
    },
    /** Changed cells become the newest. */
    update: (changes: readonly (readonly [string, Cell])[]): void => {
      const next = new Map(latest.current)
      for (const [key] of changes) next.delete(key)
      replace(new Map([...next, ...changes]))
      if (changes.some(([, { state }]) => state === 'done')) setStored(writeCells(name, latest.current))
    },
  }
}

export interface MatrixRun {
  readonly cells: Cells
  /** The keys of cells that are too large to survive a reload. */
  readonly dropped: ReadonlySet<string>
  readonly run: (calls: readonly PlannedCall[]) => Promise<void>
  /** Undefined: no calls are running. */
  readonly cancel: (() => void) | undefined
  readonly progress: { readonly done: number; readonly all: number } | undefined
}

export function useMatrixRun(artifactId: string): MatrixRun {
  const api = useApi()
  const { cells, dropped, update, cancel } = useCells(artifactId)
  const [progress, setProgress] = useState<MatrixRun['progress']>()
  const running = useRef<AbortController>(undefined)

  const run = async (calls: readonly PlannedCall[]): Promise<void> => {
    const controller = new AbortController()
    running.current = controller
    const waiting = [...calls]
    let done = 0
    update(
      calls.map(({ key, turns }) => [key, { state: 'waiting', ...(turns === undefined ? {} : { turns }) }]),
    )
    setProgress({ done, all: calls.length })
    const worker = async (): Promise<void> => {
      for (let call = waiting.shift(); call !== undefined; call = waiting.shift()) {
        const { key } = call
        const continued = call.turns === undefined ? {} : { turns: call.turns }
        update([[key, { state: 'running', ...continued }]])
        const outcome = await callProgram(api, requestOf(call), {
          signal: controller.signal,
          onText: (text) => update([[key, { state: 'running', text, ...continued }]]),
        })
        done += 1
        update([[key, { state: 'done', outcome, of: stampOf(call.column, call.row), ...continued }]])
        setProgress({ done, all: calls.length })
      }
    }
    try {
      await Promise.all(Array.from({ length: Math.min(concurrency, calls.length) }, worker))
    } catch (error) {
      if (!controller.signal.aborted) throw error
      cancel(calls)
    } finally {
      running.current = undefined
      setProgress(undefined)
    }
  }
  return {
    cells,
    dropped,
    run,
    progress,
    cancel: progress === undefined ? undefined : () => running.current?.abort(),
  }
}
