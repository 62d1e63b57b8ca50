// Texts of the trace pages.
export const texts = {
  title: 'Traces',
  noTraces: 'No traces in this time range',
  noTracesHint: 'Widen the time range, or send traces with any OpenTelemetry exporter.',
  invalidFilter: 'This filter is not valid',
  invalidFilterHint: 'The error is shown below the filter and marked in its text.',
  noResults: 'No results for this filter',
  noResultsHint: 'Remove conditions, or widen the time range.',
  clearFilter: 'Clear filter',
  last30Days: 'Last 30 days',
  loadingMore: 'Loading more…',
  endOfList: 'End of the list',
  searching: 'Searching…',
  searchedTo: (time: string) => `Searched to ${time}; the search continues…`,
  sortedNewest: 'Sorted among the newest 1,000. Narrow the range or the filter to sort all of them.',
  traceNotFound: 'Trace not found',
  traceNotFoundHint:
    'It was deleted, or it is older than the retention of this project. New spans appear within a second.',
} as const
