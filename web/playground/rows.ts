// The input rows: typed rows, which this browser stores, and rows of a testset or a trace from the URL.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '../app/session.tsx'
import { spanInputsQuery, testcasesQuery } from '../app/trials/trial-inputs.ts'
import { useLocalStorage } from '../ui/browser/use-local-storage.ts'
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
  readonly write: (key: string, change: { readonly name: string; readonly text: string }) => void
  readonly add: (texts?: Readonly<Record<string, string>>) => void
  readonly remove: (key: string) => void
}

/** The typed rows of this browser. There is always one to type into, unless the URL names rows. */
function useTypedRows(artifactId: string, hasOthers: boolean) {
  const { projectId } = useApi()
  const [storedRows, setStoredRows] = useLocalStorage<readonly TypedRow[]>(
    `inputs.${projectId}.${artifactId}`,
    [],
  )
  const rows = useMemo(
    () => (storedRows.length === 0 && !hasOthers ? [emptyRow] : storedRows),
    [storedRows, hasOthers],
  )
  return {
    rows,
    write: (key: string, { name, text }: { readonly name: string; readonly text: string }) =>
      setStoredRows(
        rows.map((row) => (row.key === key ? { ...row, texts: { ...row.texts, [name]: text } } : row)),
      ),
    add: (texts: TypedRow['texts'] = {}) => {
      const next = 1 + Math.max(-1, ...rows.map(({ key }) => Number(key.split(' ')[1])))
      setStoredRows([...rows, { key: `typed ${next}`, texts }])
    },
    remove: (key: string) => setStoredRows(storedRows.filter((row) => row.key !== key)),
  }
}

interface RowsInput {
  readonly artifactId: string
  readonly view: PlaygroundView
  readonly variables: readonly string[]
}

export function useRows({ artifactId, view, variables }: RowsInput): Rows {
  const api = useApi()
  const ids = idsIn(view.rows)
  const testcases = useQuery(testcasesQuery(api, ids))
  const span = useQuery(spanInputsQuery(api, view.trace ?? '', view.span))
  const { rows: typedRows, ...actions } = useTypedRows(artifactId, ids.length > 0 || view.trace !== undefined)
  const rows = useMemo((): readonly InputRow[] => {
    const fromTrace = [span.data ?? []].flat().map(({ span: { span_id }, inputs }) => ({
      key: `trace ${span_id}`,
      from: 'trace' as const,
      texts: textsOf(inputs),
      inputs,
    }))
    const fromTestset = (testcases.data ?? []).map((row) => ({
      key: `row ${row.id}`,
      from: 'testcase' as const,
      texts: textsOf(row.data),
      inputs: row.data,
      testcase: row,
    }))
    const fromFields = typedRows.map(({ key, texts }) => ({
      key,
      from: 'typed' as const,
      texts,
      inputs: typedInputs(texts, variables),
    }))
    return [...fromTrace, ...fromTestset, ...fromFields]
  }, [span.data, testcases.data, typedRows, variables])
  return {
    rows,
    isPending: (ids.length > 0 && testcases.isPending) || (view.trace !== undefined && span.isPending),
    error: testcases.error ?? span.error,
    ...actions,
  }
}
