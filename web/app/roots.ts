// Traces as people mean them: what programs did. Judgments are traces, too; they are listed when a filter asks for a type.

/** Satisfied by the roots of those traces of which some span satisfies the filter. What stands before the filter is its beginning. */
export function rootsFilter(filter: string | undefined): { readonly text: string; readonly before: number } {
  const isTyped = filter !== undefined && /\btrace_type\b/.test(filter)
  const own = isTyped ? 'parent_id = null' : 'parent_id = null and trace_type != annotation'
  if (filter === undefined || filter === '') return { text: own, before: 0 }
  const begun = `${own} and any(`
  return { text: `${begun}${filter})`, before: begun.length }
}
