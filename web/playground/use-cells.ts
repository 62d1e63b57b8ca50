// The cells of an application, which this browser stores.
import { useMemo, useRef, useState } from 'react'
import { useApi } from '../app/session.tsx'
import { stampOf, type Cell, type PlannedCall } from './matrix.ts'
import { droppedKeys, readCells, storageName, writeCells, type Cells } from './stored-cells.ts'

/** The cell of a cancelled call. A conversation is restored to the state before its last message. */
const cancelledCell = ({ turns, column, row }: PlannedCall): Cell => {
  const last = turns?.at(-1)
  if (turns === undefined || last === undefined) return { state: 'cancelled' }
  return { state: 'done', outcome: last.outcome, of: stampOf(column, row), turns: turns.slice(0, -1) }
}

const isPending = (cell: Cell | undefined): boolean => cell?.state === 'waiting' || cell?.state === 'running'

export function useCells(artifactId: string) {
  const { projectId } = useApi()
  const name = storageName(projectId, artifactId)
  const [initial] = useState(() => readCells(name))
  const latestCells = useRef(initial)
  const [cells, setCells] = useState<Cells>(initial)
  const [storedCells, setStoredCells] = useState<Cells>(initial)
  const replace = (next: Cells): void => {
    latestCells.current = next
    setCells(next)
  }
  return {
    cells,
    droppedKeys: useMemo(() => droppedKeys(cells, storedCells), [cells, storedCells]),
    cancel: (calls: readonly PlannedCall[]): void => {
      const pendingCalls = calls.filter(({ key }) => isPending(latestCells.current.get(key)))
      replace(
        new Map([
          ...latestCells.current,
          ...pendingCalls.map((call) => [call.key, cancelledCell(call)] as const),
        ]),
      )
    },
    /** Stores changed cells, which become the newest ones. */
    update: (changes: readonly (readonly [string, Cell])[]): void => {
      const next = new Map(latestCells.current)
      for (const [key] of changes) next.delete(key)
      replace(new Map([...next, ...changes]))
      if (changes.some(([, { state }]) => state === 'done'))
        setStoredCells(writeCells(name, latestCells.current))
    },
  }
}
