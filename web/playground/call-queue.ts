// Works on planned calls, a few at a time, until they are done or cancelled.
import { useRef, useState } from 'react'
import type { PlannedCall } from './matrix.ts'

/** Providers limit concurrent calls, and a browser has few connections. */
const concurrency = 4

export interface Progress {
  readonly doneCount: number
  readonly total: number
}

type Work = (call: PlannedCall, signal: AbortSignal) => Promise<void>

export function useCallQueue(onCancelled: (calls: readonly PlannedCall[]) => void) {
  const [progress, setProgress] = useState<Progress>()
  const controllerRef = useRef<AbortController>(undefined)
  const forEachCall = async (calls: readonly PlannedCall[], work: Work): Promise<void> => {
    const controller = new AbortController()
    controllerRef.current = controller
    const waitingCalls = [...calls]
    let doneCount = 0
    setProgress({ doneCount, total: calls.length })
    const worker = async (): Promise<void> => {
      for (let call = waitingCalls.shift(); call !== undefined; call = waitingCalls.shift()) {
        await work(call, controller.signal)
        doneCount += 1
        setProgress({ doneCount, total: calls.length })
      }
    }
    try {
      await Promise.all(Array.from({ length: Math.min(concurrency, calls.length) }, worker))
    } catch (error) {
      if (!controller.signal.aborted) throw error
      onCancelled(calls)
    } finally {
      controllerRef.current = undefined
      setProgress(undefined)
    }
  }
  return {
    forEachCall,
    progress,
    /** Cancels the running calls; undefined: no calls are running. */
    cancel: progress === undefined ? undefined : () => controllerRef.current?.abort(),
  }
}
