// A search through the rows of a revision: what was found so far, how far it is, and how to end it.
import { useEffect, useMemo, useRef, useState } from 'react'
import { useApi } from '../../app/session.tsx'
import type { Condition } from '../url-state.ts'

export interface Match {
  readonly position: number
  readonly testcaseId: string
  readonly columns: readonly string[]
}

export interface Found {
  readonly state: 'searching' | 'done' | 'cancelled' | 'failed'
  readonly matches: readonly Match[]
  readonly searched: number
  readonly total: number
  /** Where to go on, when the most were found that are listed at once. */
  readonly nextOffset: number | undefined
  readonly error: unknown
}

interface WireStep {
  readonly searched: number
  readonly total: number
  readonly matches: readonly {
    readonly position: number
    readonly testcase_id: string
    readonly columns?: readonly string[]
  }[]
}

const nothing: Found = {
  state: 'searching',
  matches: [],
  searched: 0,
  total: 0,
  nextOffset: undefined,
  error: undefined,
}
const matchesMax = 10_000
/** As often as what was found is drawn. */
const drawnMs = 120

export interface Finding {
  /** Undefined: nothing is sought. */
  readonly found: Found | undefined
  readonly cancel: () => void
  readonly goOn: () => void
}

export function useFind(
  revisionId: string | undefined,
  find: string | undefined,
  where: readonly Condition[] | undefined,
): Finding {
  const api = useApi()
  const sought = JSON.stringify([revisionId, find, where])
  const isSought = revisionId !== undefined && (find !== undefined || where !== undefined)
  const [kept, setKept] = useState<{ readonly sought: string; readonly found: Found }>()
  const [from, setFrom] = useState({ sought, offset: 0 })
  const offset = from.sought === sought ? from.offset : 0
  const running = useRef<AbortController>(undefined)

  useEffect(() => {
    if (!isSought) return
    const controller = new AbortController()
    running.current = controller
    let found: Found = nothing
    let drawn = 0
    const draw = (next: Found, force: boolean): void => {
      found = next
      const now = performance.now()
      if (!force && now - drawn < drawnMs) return
      drawn = now
      setKept((before) => {
        const earlier = offset > 0 && before?.sought === sought ? before.found.matches : []
        const known = new Set(next.matches.map(({ position }) => position))
        return {
          sought,
          found: {
            ...next,
            matches: [...earlier.filter(({ position }) => !known.has(position)), ...next.matches],
          },
        }
      })
    }
    const run = async (): Promise<void> => {
      const body = {
        ...(find === undefined ? {} : { content: find }),
        ...(where === undefined ? {} : { conditions: where }),
        offset,
        limit: matchesMax,
      }
      for await (const { event, data } of api.testsets.search(revisionId, body, {
        signal: controller.signal,
        timeoutMs: 0,
      })) {
        if (event === 'end') {
          const { next_offset: nextOffset } = data as { readonly next_offset?: number }
          draw({ ...found, state: 'done', nextOffset }, true)
          return
        }
        const { matches, searched, total } = data as WireStep
        draw(
          {
            ...found,
            searched,
            total,
            matches: [
              ...found.matches,
              ...matches.map(({ position, testcase_id: testcaseId, columns = [] }) => ({
                position,
                testcaseId,
                columns,
              })),
            ],
          },
          found.matches.length === 0 && matches.length > 0,
        )
      }
    }
    if (offset === 0) setKept({ sought, found: nothing })
    run().catch((error: unknown) => {
      draw({ ...found, state: controller.signal.aborted ? 'cancelled' : 'failed', error }, true)
    })
    return () => controller.abort()
    // `sought` says all that is sought.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [api, sought, isSought, offset])

  return useMemo(
    () => ({
      found: isSought ? (kept?.sought === sought ? kept.found : nothing) : undefined,
      cancel: () => running.current?.abort(),
      goOn: () => {
        const next = kept?.found.nextOffset
        if (next !== undefined) setFrom({ sought, offset: next })
      },
    }),
    [isSought, kept, sought],
  )
}
