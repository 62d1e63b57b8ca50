// Downloads all compared rows as CSV. The requests grow with the rows of the comparison.
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../../app/session.tsx'
import { showFailure } from '../../../app/toasts.tsx'
import { downloadFile } from '../../../ui/browser/download.ts'
import { Button } from '../../../ui/button.tsx'
import type { MetricChange } from '../model.ts'
import { loadAllRows, type RowsRequest } from '../queries.ts'
import { comparisonCsv } from './csv.ts'

export function CsvButton({
  request,
  ...csv
}: {
  request: RowsRequest
  changes: readonly MetricChange[]
  names: readonly string[]
  runIndex: number
}) {
  const api = useApi()
  const exportMutation = useMutation({
    mutationFn: async () => {
      const rows = await loadAllRows(api, request)
      downloadFile(new Blob([comparisonCsv(rows, csv)], { type: 'text/csv' }), 'comparison.csv')
    },
    onError: showFailure,
  })
  return (
    <Button
      look="quiet"
      icon="download"
      disabled={exportMutation.isPending}
      onClick={() => exportMutation.mutate()}
    >
      CSV
    </Button>
  )
}
