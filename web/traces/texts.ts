// Texts of the trace pages.
export const texts = {
  title: 'Traces',
  none: 'No traces in this time range',
  noneHow: 'Widen the time range, or send traces with any OpenTelemetry exporter.',
  unreadable: 'This filter is not valid',
  unreadableHow: 'The error is shown below the filter and marked in its text.',
  noneFiltered: 'No results for this filter',
  noneFilteredHow: 'Remove conditions, or widen the time range.',
  clear: 'Clear filter',
  widen: 'Last 30 days',
  more: 'Loading more…',
  end: 'End of the list',
  searching: 'Searching…',
  searchedTo: (time: string) => `Searched to ${time}; the search continues…`,
  sortedAmong: 'Sorted among the newest 1,000. Narrow the range or the filter to sort all of them.',
  unknownTrace: 'Trace not found',
  unknownTraceHow:
    'It was deleted, or it is older than the retention of this project. New spans appear within a second.',
} as const
