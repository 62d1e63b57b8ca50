// The rows of inputs: those that are typed, which this browser keeps, and those that the address names.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSession } from '../app/session.tsx'
import { spanInputsQuery, testcasesQuery } from '../app/trials/trial-inputs.ts'
import { useLocalStorage } from '../ui/browser/local-storage.ts'
import { textsOf, typedInputs, type InputRow } from './matrix.ts'
import { idsIn, type PlaygroundView } from './url-state.ts'

interface TypedRow {
  readonly key: string
  readonly texts: Readonly<Record<string, string>>
}

const emptyRow: TypedRow = { key: 'typed 0', texts: {} }

export interface Rows {
  readonly rows: readonly InputRow[]
  readonly isPending: boolean
  readonly error: unknown
  readonly typed: (key: string, name: string, text: string) => void
  readonly added: (texts?: Readonly<Record<string, string>>) => void
  readonly removed: (key: string) => void
}

export function useRows(artifactId: string, view: PlaygroundView, variables: readonly string[]): Rows {
  const { api, session } = useSession()
  const [kept, setKept] = useLocalStorage<readonly TypedRow[]>(
    `inputs.${session.project.id}.${artifactId}`,
    [],
  )
  const ids = idsIn(view.rows)
  const cases = useQuery(testcasesQuery(api, ids))
  const given = useQuery(spanInputsQuery(api, view.trace ?? '', view.span))
  // There is always something to type into, unless the address names rows.
  const isNamed = ids.length > 0 || view.trace !== undefined
  const shown = useMemo(() => (kept.length === 0 && !isNamed ? [emptyRow] : kept), [kept, isNamed])
  const rows = useMemo((): readonly InputRow[] => {
    const fromTrace = given.data ?? undefined
    return [
      ...(fromTrace === undefined
        ? []
        : [
            {
              key: `trace ${fromTrace.span.span_id}`,
              from: 'trace' as const,
              texts: textsOf(fromTrace.inputs),
              inputs: fromTrace.inputs,
            },
          ]),
      ...(cases.data ?? []).map((row) => ({
        key: `row ${row.id}`,
        from: 'testcase' as const,
        texts: textsOf(row.data),
        inputs: row.data,
        testcase: row,
      })),
      ...shown.map(({ key, texts }) => ({
        key,
        from: 'typed' as const,
        texts,
        inputs: typedInputs(texts, variables),
      })),
    ]
  }, [given.data, cases.data, shown, variables])
  return {
    rows,
    isPending: (ids.length > 0 && cases.isPending) || (view.trace !== undefined && given.isPending),
    error: cases.error ?? given.error,
    typed: (key, name, text) =>
      setKept(
        shown.map((row) => (row.key === key ? { ...row, texts: { ...row.texts, [name]: text } } : row)),
      ),
    added: (texts = {}) => {
      const next = 1 + Math.max(-1, ...shown.map(({ key }) => Number(key.split(' ')[1])))
      setKept([...shown, { key: `typed ${next}`, texts }])
    },
    removed: (key) => setKept(kept.filter((row) => row.key !== key)),
  }
}
