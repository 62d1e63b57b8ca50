/** The queue would have no use. The dialog shows the message. */
export class RefusedQueueError extends Error {
  override readonly name = 'RefusedQueueError'
}

/**
 * Rotates the people per repeat, so that nobody gets a scenario twice. That needs as many people as repeats: fewer are
 * refused. Undefined without people: anyone may take an item.
 */
export function assignmentsOf(
  people: readonly string[],
  repeats: number,
): readonly (readonly string[])[] | undefined {
  if (people.length === 0) return undefined
  if (people.length < repeats) {
    throw new RefusedQueueError(
      `Select at least ${repeats} annotators for ${repeats} per item, or none: then anyone may annotate.`,
    )
  }
  return Array.from({ length: repeats }, (_, repeat) =>
    people.map((__, i) => people[(i + repeat) % people.length] ?? ''),
  )
}
