// The words of the pages of traces.
export const texts = {
  title: 'Traces',
  none: 'No traces in this range of time',
  noneHow: 'Widen the range, or send some: every OpenTelemetry exporter can.',
  unreadable: 'This filter cannot be read',
  unreadableHow: 'What is wrong is said under it, and marked where it is.',
  noneFiltered: 'Nothing satisfies this filter',
  noneFilteredHow: 'Take conditions away, or widen the range of time.',
  clear: 'Clear the filter',
  widen: 'Last 30 days',
  more: 'Loading more…',
  end: 'That is all.',
  sortedAmong: 'Sorted among the newest 1,000. Narrow the range or the filter to sort all of them.',
  unknownTrace: 'There is no such trace',
  unknownTraceHow:
    'It may have been deleted, or is older than this project keeps traces. Spans that were just sent appear within a second.',
} as const
