// The heads that represent traces in lists and counts, one per trace. A trace is a run of a program; annotations are
// traces too, and are listed if the filter names the type of traces.
import type { Condition, Filter } from '../filter/ast.ts'

const isHead: Filter = {
  kind: 'is',
  subject: { kind: 'field', field: 'is_head' },
  value: true,
  negated: false,
}

const isNoAnnotation: Filter = {
  kind: 'is',
  subject: { kind: 'field', field: 'trace_type' },
  value: 'annotation',
  negated: true,
}

/** The heads of the traces that match the filter. */
export const headsOf = (filter: Filter): Filter => ({
  kind: 'group',
  operator: 'and',
  filters: [isHead, ...(namesTraceType(filter) ? [] : [isNoAnnotation]), filter],
})

function namesTraceType(filter: Filter): boolean {
  switch (filter.kind) {
    case 'group':
      return filter.filters.some(namesTraceType)
    case 'not':
      return namesTraceType(filter.filter)
    case 'related':
      // The type of the annotation does not restrict the annotated trace.
      return filter.relation !== 'annotation' && namesTraceType(filter.filter)
    default:
      return isAboutType(filter)
  }
}

function isAboutType(condition: Condition): boolean {
  if (!('subject' in condition)) return false
  const { subject } = condition
  return subject.kind === 'field' ? subject.field === 'trace_type' : subject.path.text === 'ag.type.trace'
}
